// A ring between two radii, sharp at any size: how much of a pixel it covers follows from how wide a pixel is.
#import bevy_sprite::mesh2d_vertex_output::VertexOutput

struct Ring {
    inner_color: vec4<f32>,
    outer_color: vec4<f32>,
    inner: f32,
    outer: f32,
    // Half the side of the square that the ring is drawn on.
    half_side: f32,
    opacity: f32,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> ring: Ring;

@fragment
fn fragment(mesh: VertexOutput) -> @location(0) vec4<f32> {
    let place = (mesh.uv * 2.0 - 1.0) * ring.half_side;
    let distance = length(place);
    // Of the place, which is linear across the square: a pixel is as wide in its middle as at its edge.
    let pixel = max(fwidth(place.x), 1e-6);
    let within_outer = saturate((ring.outer - distance) / pixel + 0.5);
    let within_inner = saturate((ring.inner - distance) / pixel + 0.5);
    // A difference, so that a ring thinner than a pixel fades rather than breaks up.
    let coverage = max(within_outer - within_inner, 0.0);
    let across = saturate((distance - ring.inner) / max(ring.outer - ring.inner, pixel));
    let color = mix(ring.inner_color, ring.outer_color, across * across);
    return vec4(color.rgb, color.a * coverage * ring.opacity);
}
