package dev.spine.system;

import java.util.Map;

/**
 * Kinds of devices, wires and monitors from outside: put a jar on the class path that names its provider in
 * {@code META-INF/services/dev.spine.system.KindProvider}. Has a public constructor without parameters; stateless. One thread at a time.
 */
public interface KindProvider {
    /** {@return kinds of devices, by the word of a system file; none unless overridden} */
    default Map<String, DeviceKind> deviceKinds() {
        return Map.of();
    }

    /** {@return kinds of wires, by the word of a system file; none unless overridden} */
    default Map<String, WireKind> wireKinds() {
        return Map.of();
    }

    /** {@return kinds of monitors, by the word of a system file; none unless overridden} */
    default Map<String, MonitorKind> monitorKinds() {
        return Map.of();
    }
}
