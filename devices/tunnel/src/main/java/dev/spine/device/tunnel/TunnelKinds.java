package dev.spine.device.tunnel;

import dev.spine.system.KindProvider;
import dev.spine.system.WireKind;
import java.util.Map;

/** Makes {@code kind = "tunnel"} known to system files, through {@link java.util.ServiceLoader}. Stateless; any thread. */
public final class TunnelKinds implements KindProvider {
    /** Stateless. */
    public TunnelKinds() {}

    @Override
    public Map<String, WireKind> wireKinds() {
        return Map.of("tunnel", new TunnelKind());
    }
}
