package dev.spine.perf.reproduce;

import dev.spine.perf.latency.RoundTrips;
import java.util.List;

/**
 * What other systems published of messages between such cards, asked of Spine on the same machines: as far as the machine is known, and
 * with what Spine has for the same service. Any thread.
 */
final class OtherSystems {
    /** UltraSPARC workstations with LANai 4 on SBus: Active Messages II. */
    static final String BERKELEY = "lanai-25-sbus with host.clock-hz=167000000 with iop.clock-hz=37500000";
    /** Pentium PCs of 166 MHz with LANai 4 on PCI: VMMC. */
    static final String PRINCETON = "lanai-33 with host.clock-hz=166000000";
    private static final int SMALL = 16;
    private static final int WORD = 4;
    private static final int PACKET = 128;

    private OtherSystems() {}

    /** {@return the experiments} */
    static List<FigureExperiment> all() {
        return List.of(new Messages("am2-round-trip", BERKELEY, SMALL, 1), new Messages("vmmc-one-way", PRINCETON, WORD, 2),
            new Messages("fm-one-way", PanicFigures.MACHINE, PACKET, 2), new PageTransfers());
    }

    /**
     * A message from application to application.
     *
     * @param id of the figure
     * @param machine on which it was measured
     * @param bytes of the data
     * @param trips of a round trip, of which one is wanted
     */
    private record Messages(String id, String machine, int bytes, int trips) implements FigureExperiment {
        @Override
        public FigureFinding run(String profile, long seed) {
            return FigureFinding.of(RoundTrips.applicationsUs(profile, bytes, seed) / trips);
        }
    }

    /** What one card's DMA engine moves over the bus. */
    private record PageTransfers() implements FigureExperiment {
        @Override
        public String id() {
            return "vmmc-dma";
        }

        @Override
        public String machine() {
            return PRINCETON;
        }

        @Override
        public FigureFinding run(String profile, long seed) {
            return FigureFinding.of(BusSaturation.rate(profile, 1, BusSaturation.Way.DIRECT, seed));
        }
    }
}
