package dev.spine.system;

import dev.spine.device.wire.Wire;
import dev.spine.device.wire.fault.FaultyWire;
import dev.spine.device.wire.fault.WireFaults;
import java.util.List;

/**
 * Faults of a wire, as a system file has them. Immutable.
 *
 * @param direction of which frames
 * @param port at which port, from 0, or {@link #ALL_PORTS}
 * @param faults how often what happens to them
 */
public record WireFaultSpec(FaultDirection direction, int port, WireFaults faults) {
    /** The faults are of each port. */
    public static final int ALL_PORTS = -1;

    /** {@return whether another one is of the same frames} */
    boolean meets(WireFaultSpec other) {
        return direction == other.direction && (port == other.port || port == ALL_PORTS || other.port == ALL_PORTS);
    }

    /** {@return a wire with faults, or the wire itself when there are none} */
    static Wire around(Wire wire, List<WireFaultSpec> faults, long seed) {
        if (faults.isEmpty()) {
            return wire;
        }
        FaultyWire.Builder faulty = FaultyWire.around(wire).seed(seed);
        for (WireFaultSpec each : faults) {
            for (int port = 0; port < wire.ports().size(); port++) {
                if (each.port == ALL_PORTS || each.port == port) {
                    each.addTo(faulty, port);
                }
            }
        }
        return faulty.build();
    }

    private void addTo(FaultyWire.Builder faulty, int at) {
        switch (direction) {
            case SENT -> faulty.sent(at, faults);
            case RECEIVED -> faulty.received(at, faults);
        }
    }
}
