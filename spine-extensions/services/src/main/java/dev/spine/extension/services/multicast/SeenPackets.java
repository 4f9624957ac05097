package dev.spine.extension.services.multicast;

/** Which packets have been here: of each origin the last one and which of the 63 before it. What is older counts as seen. */
final class SeenPackets {
    private static final int WINDOW = Long.SIZE;

    private final int[] lives = new int[MulticastProtocol.MAX_CARDS + 1];
    private final int[] last = new int[MulticastProtocol.MAX_CARDS + 1];
    private final long[] seen = new long[MulticastProtocol.MAX_CARDS + 1];

    /**
     * {@return whether a packet is here for the first time; from then on it is not}
     *
     * @param origin 1 to the most cards
     * @param life how often the origin was loaded, 16 bits: a later one begins to count anew
     * @param sequence of the packet, from 1 on in each life
     */
    boolean isNew(int origin, int life, int sequence) {
        int later = (short) (life - lives[origin]);
        if (later < 0) {
            return false;
        }
        if (later > 0 || seen[origin] == 0) {
            lives[origin] = life;
            last[origin] = sequence;
            seen[origin] = 1;
            return true;
        }
        int ahead = sequence - last[origin];
        if (ahead > 0) {
            seen[origin] = ahead >= WINDOW ? 1 : seen[origin] << ahead | 1;
            last[origin] = sequence;
            return true;
        }
        long bit = -ahead >= WINDOW || ahead == Integer.MIN_VALUE ? 0 : 1L << -ahead;
        if (bit == 0 || (seen[origin] & bit) != 0) {
            return false;
        }
        seen[origin] |= bit;
        return true;
    }
}
