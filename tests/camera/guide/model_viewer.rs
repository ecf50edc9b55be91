/// One finger or the left button turns, two fingers or the right button pan, and a pinch or the wheel zooms.
fn model_viewer() -> impl Bundle {
    let range = OrbitRange { pitch: [-1.5, 1.5], distance: [2.0, 20.0], ..default() };
    let camera = (Camera3d::default(), Orbit::new(0.5, 0.5, 6.0), range, OrbitControls::default());
    (Transform::default(), Visibility::default(), Spring::critical(12.0), Target::new(Vec3::ZERO), children![camera])
}
