package dev.spine.system;

import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.fault.FaultyPort;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.iop.Iop;
import dev.spine.iop.engine.modelled.Conservation.Law;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.kernel.IopCounters.Counter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The laws of conservation of frames: wires and cards count for themselves, and neither makes or loses one without saying so. */
final class WireLaws {
    private final ModelledEngine engine;
    private final Collection<Wire> wires;
    private final Collection<Iop> iops;

    WireLaws(ModelledEngine engine, Collection<Wire> wires, Collection<Iop> iops) {
        this.engine = engine;
        this.wires = wires;
        this.iops = iops;
    }

    /** {@return each law with both of its sides as they stand} */
    List<Law> read() {
        List<Law> laws = new ArrayList<>();
        long placed = 0;
        long waiting = 0;
        long sent = 0;
        long kept = 0;
        for (Wire wire : wires) {
            for (WirePort port : wire.ports()) {
                placed += port.received().frames();
                waiting += port.arrivals().size() + engine.onTheWay(port.arrivals());
                sent += port.sent().frames() + port.sent().drops();
                if (port instanceof FaultyPort faulty) {
                    kept += faulty.keptFromDevice();
                    sent += faulty.keptFromWire();
                }
            }
            if (wire.carrier() instanceof LinkWire) {
                addLink(wire.name(), wire.ports(), laws);
            }
        }
        laws.add(new Law("wires", "frames placed = taken by cards + waiting + on their way", placed - kept,
            count(Counter.PACKETS_IN) + waiting));
        laws.add(new Law("wires", "frames that cards handed over = sent + dropped", count(Counter.PACKETS_OUT), sent));
        return laws;
    }

    /** What goes in at one end of a link comes out at the other, or is dropped there. */
    private static void addLink(String name, List<WirePort> ends, List<Law> laws) {
        for (int i = 0; i < 2; i++) {
            WirePort out = ends.get(1 - i);
            laws.add(new Law(name + " from port " + i, "frames in = out + dropped", ends.get(i).sent().frames(),
                out.received().frames() + out.received().drops()));
        }
    }

    private long count(Counter counter) {
        return iops.stream().mapToLong(iop -> iop.kernel().counters().get(counter)).sum();
    }
}
