package dev.spine.perf.benchmarks.wire;

/** What the kernel carries alone. */
final class KernelPath implements Path {
    /** What lies between A and B. */
    enum Middle {
        /** Nothing: one pair of interfaces from A to B; what the sender and the counter cost. */
        NOTHING("k", "nothing between"),
        /** A bridge of the kernel in R. */
        BRIDGE("l", "kernel bridge"),
        /** Forwarding by the kernel's routing table in R. */
        ROUTER("m", "kernel router");

        private final String letter;
        private final String label;

        Middle(String letter, String label) {
            this.letter = letter;
            this.label = label;
        }
    }

    private static final long ROUTER_ADDRESS = 0x02_00_00_00_00_52L;

    private final Middle middle;

    KernelPath(Spaces spaces, Middle middle) {
        this.middle = middle;
        String letter = middle.letter;
        if (middle == Middle.NOTHING) {
            spaces.pair("a", entry(), "b", exit());
            return;
        }
        spaces.pair("a", entry(), "r", letter + "0");
        spaces.pair("r", letter + "1", "b", exit());
        if (middle == Middle.BRIDGE) {
            spaces.ip("r", "link add name " + letter + "br type bridge");
            spaces.ip("r", "link set dev " + letter + "0 master " + letter + "br");
            spaces.ip("r", "link set dev " + letter + "1 master " + letter + "br");
            spaces.ip("r", "link set dev " + letter + "br up");
        } else {
            spaces.ip("r", "link set dev " + letter + "0 address 02:00:00:00:00:52");
            spaces.ip("r", "addr add 10.9.0.254/24 dev " + letter + "0");
            spaces.ip("r", "addr add 10.9.1.254/24 dev " + letter + "1");
            spaces.ip("r", "neigh add 10.9.1.77 lladdr 02:00:00:00:00:77 dev " + letter + "1 nud permanent");
            spaces.set("r", "ipv4/ip_forward", "1");
        }
    }

    @Override
    public String name() {
        return middle.label;
    }

    @Override
    public String entry() {
        return middle.letter + "a";
    }

    @Override
    public String exit() {
        return middle.letter + "b";
    }

    @Override
    public long destination() {
        return middle == Middle.ROUTER ? ROUTER_ADDRESS : FAR;
    }

    /** The kernel carries at all times. */
    @Override
    public void start() {}

    @Override
    public void stop() {}

    /** Its interfaces go with their namespaces. */
    @Override
    public void close() {}
}
