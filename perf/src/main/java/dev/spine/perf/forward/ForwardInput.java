package dev.spine.perf.forward;

import dev.spine.device.wire.capture.Capture;
import java.util.List;

/** Packets to forward, and the routes that they need. One thread at a time. */
public sealed interface ForwardInput {
    /** {@return the name of the workload} */
    String workload();

    /**
     * {@return the packets and their routes}
     *
     * @param seed of what is random in them
     */
    ForwardTraffic traffic(long seed);

    /**
     * Packets that are made: random destinations, each within a random one of many routes.
     *
     * @param sizes lengths of the frames
     * @param routes how many routes there are, at least 1
     */
    record Made(FrameSizes sizes, int routes) implements ForwardInput {
        private static final int LAP = 1 << 14;

        @Override
        public String workload() {
            return "forward-" + sizes.title();
        }

        @Override
        public ForwardTraffic traffic(long seed) {
            ForwardRoutes made = ForwardRoutes.of(routes);
            return new ForwardTraffic(made, new ForwardPackets(made, sizes.array(), LAP, seed));
        }
    }

    /**
     * The packets of a capture that a router forwards.
     *
     * @param capture recorded packets
     * @param name of the capture, for the workload's name
     */
    record Recorded(Capture capture, String name) implements ForwardInput {
        @Override
        public String workload() {
            return "forward-" + name;
        }

        @Override
        public ForwardTraffic traffic(long seed) {
            ForwardRoutes everywhere = ForwardRoutes.everywhere();
            return new ForwardTraffic(everywhere, ForwardPackets.of(everywhere, new CapturedFrames(capture).frames()));
        }

        /** {@return packets of the capture that a router does not simply forward and that are left out} */
        public int leftOut() {
            CapturedFrames found = new CapturedFrames(capture);
            return capture.packetCount() - found.frames().size();
        }

        /** {@return how many packets can be used} */
        public int usable() {
            return new CapturedFrames(capture).frames().size();
        }
    }

    /**
     * {@return frames of these lengths over so many routes, a workload each}
     *
     * @param sizes the lengths
     * @param routes how many routes
     */
    static List<ForwardInput> made(List<FrameSizes> sizes, int routes) {
        return sizes.stream().<ForwardInput>map(size -> new Made(size, routes)).toList();
    }
}
