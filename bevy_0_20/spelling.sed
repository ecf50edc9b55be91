# Renames items of Bevy in tests, scenes and documentation for Bevy 0.20. The library itself supports both names: src/engine.rs.
s/On<\(Add\|Despawn\|Insert\|Remove\|$on\), \($\?[A-Za-z]*\(<[A-Za-z]*>\)\?\)>/On<\1<\2>>/g
s/On<Pointer<\([A-Za-z]*\)>>/On<Pointer\1>/g
s/^Compatible with Bevy 0\.19\.$/Compatible with Bevy 0.20./
s/bevy::math::bounding/bevy::shape/
s/<<<RenderInstance as Deref>::Target as Deref>::Target as Deref>::Target/<RenderInstance as Deref>::Target/
s/^\( *\)template_value(\(.*\))$/\1\2/
