package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;

/**
 * Numbers that the router on the cards and its host side agree on: handlers, words of messages, and the commands by which the host writes
 * what a card knows.
 *
 * <p>The host brings commands as bulk messages to {@link #COMMANDS}: words 0 and 1 are the key, word 2 is the number of the message, its
 * data are commands one after the other, each a word (code in the high 8 bits, bytes of what follows in the low 24) and then its content,
 * filled up to a multiple of 4 bytes. A card carries all of them out in one activation, and says so by {@link #HOST_DONE}. The host says
 * again what was not answered, with the same number, and counts on from there: a card carries out no number twice, and none that is lower
 * than one that it has carried out.
 * Between cards go batches and fences only.
 */
public final class RouterProtocol {
    // --- handlers of the card

    /** Commands of the host. */
    public static final int COMMANDS = 1;
    /** A fence of the host: words 0 and 1 are the key, 2 its number. Answered by {@link #HOST_FENCED}. */
    public static final int FENCE = 2;
    /** A batch of another card: see {@link #BATCH_KEY}. */
    public static final int BATCH = 3;
    /** A fence of another card, behind its batches: words 0 and 1 are the key, 2 the sender's port, 3 the fence's number. */
    public static final int PEER_FENCE = 4;
    /** The answer of another card to its fence: words as {@link #PEER_FENCE}, then {@link #FENCE_RECEIVER}. */
    public static final int PEER_FENCED = 5;
    /** Batches that come back. */
    public static final int BATCH_BACK = 6;
    /** Fences that come back. */
    public static final int FENCE_BACK = 7;
    /** A timer of the card's own: what waits is tried again. */
    public static final int RETRY = 8;
    /** The end of a burst of packets. */
    public static final int BURST_END = 9;
    /** Answers to fences that come back. */
    public static final int ANSWER_BACK = 10;

    // --- parameters

    /** Parameter: the key that commands, batches and fences of this router show, 1 to 16 hexadecimal digits; 0 without it. */
    public static final String PARAMETER_KEY = "key";
    /** Parameter: the number of this card's port, 1 to {@link #MAX_PORTS}. */
    public static final String PARAMETER_PORT = "port";
    /** Parameter: the priority number of the router's packet handlers, 0 without it. */
    public static final String PARAMETER_ORDER = "order";
    /** Parameter: the stages before the wire, in their order: names or numbers of {@link EgressStages}, with commas between. */
    public static final String PARAMETER_EGRESS = "egress";
    /** Parameter: bytes of the forwarding table. */
    public static final String PARAMETER_TABLE_BYTES = "table-bytes";
    /** Parameter: how many next hops there can be. */
    public static final String PARAMETER_NEXT_HOPS = "next-hops";
    /** Parameter: bytes of a batch. */
    public static final String PARAMETER_BATCH_BYTES = "batch-bytes";
    /** Parameter: ICMP errors in a second. */
    public static final String PARAMETER_ICMP_RATE = "icmp-rate";
    /** Parameter: ICMP errors at once after a pause. */
    public static final String PARAMETER_ICMP_BURST = "icmp-burst";

    /** Parameter: what becomes of packets from and to reserved addresses, a word of {@link ReservedAddresses}; {@code drop} without it. */
    public static final String PARAMETER_RESERVED = "reserved";

    // --- handlers of the host

    /**
     * Handler of the host: word 0 is the number of the commands that are in force, word 1 is 0 or what was wrong with them; words
     * {@link #HOST_KEY} and after it are the key, since every extension of the card can send to the host's handlers.
     */
    public static final int HOST_DONE = 200;
    /** Handler of the host: word 0 is the number of the fence; with the key as {@link #HOST_DONE}. */
    public static final int HOST_FENCED = 201;
    /** Words of the messages to the host: the key, 2 words. */
    public static final int HOST_KEY = 2;

    // --- commands

    /** Order: a port. Words: number, IOP_ID, TID of the runtime, instance. */
    public static final int COMMAND_PORT = 1;
    /** Order: a port is gone. Word: number. */
    public static final int COMMAND_PORT_GONE = 2;
    /** Order: the address that ICMP errors of this card come from: version (4 or 6), then 1 or 4 words; all 0 for none. */
    public static final int COMMAND_SOURCE = 3;
    /**
     * Order: a next hop. Words: number (1 to 65535), {@link #ACTION_SHIFT action, port and largest IP packet}, the destination's hardware
     * address (high 16, low 32 bits), the source's.
     */
    public static final int COMMAND_NEXT_HOP = 4;
    /** Order: one part of a change of the forwarding table, as {@link dev.spine.extension.router.fib.Fib#apply} takes it. */
    public static final int COMMAND_TABLE = 5;

    /**
     * Order: a next hop that is several, among which flows are spread. Words: its number, and that of its group (0 to
     * {@link #MAX_SPREADS} - 1, of which it is the only user); then for each of {@link #SPREAD_BUCKETS} buckets the number of a next hop,
     * 16 bits. A card that has no memory for the group leaves the packets to the host.
     */
    public static final int COMMAND_SPREAD = 6;
    /**
     * Order: the stages before the wire, all of them, in their order: a word for each, numbers of {@link EgressStages}. Before the first
     * such order they are those of the parameter {@link #PARAMETER_EGRESS}.
     */
    public static final int COMMAND_STAGES = 7;
    /**
     * Order: which IPv4 addresses may be the router's own, as {@link #ownBit bits}: 2 words, high and low. Which of them are, the table
     * says: their next hop has {@link #ACTION_OWN}.
     */
    public static final int COMMAND_OWN = 8;
    /**
     * Order: which packets of its wire this card may forward, in place of all that was said before. A word: {@link #SOURCES_ANY} or one
     * after it; then the packets that go to the host, up to {@link #MAX_FLOWS} times 9 words: version (from bit 16 on), bits of the
     * sources' prefix (from bit 8 on) and of the destinations'; the two addresses, 4 words each, of which version 4 has the first.
     */
    public static final int COMMAND_INTAKE = 9;
    /** Sources of version 4 packets: not looked at. */
    public static final int SOURCES_ANY = 0;
    /** Sources of version 4 packets: a route leads there by this port. */
    public static final int SOURCES_STRICT = 1;
    /** Sources of version 4 packets: a route leads there. */
    public static final int SOURCES_LOOSE = 2;
    /** The most flows that a command gives to the host. */
    public static final int MAX_FLOWS = 32;

    /** Where in the second word of a next hop its action is; the port is in the 8 bits below, the largest IP packet in the lowest 16. */
    public static final int ACTION_SHIFT = 24;
    /** Where in the second word of a next hop the port is. */
    public static final int PORT_SHIFT = 16;
    /** Action: nothing is known: as no route. */
    public static final int ACTION_NONE = 0;
    /** Action: to a neighbour by a port. */
    public static final int ACTION_FORWARD = 1;
    /** Action: to the host. */
    public static final int ACTION_HOST = 2;
    /** Action: dropped without a word. */
    public static final int ACTION_BLACKHOLE = 3;
    /** Action: dropped, the sender is told that the destination cannot be reached. */
    public static final int ACTION_UNREACHABLE = 4;
    /** Action: dropped, the sender is told that it is prohibited. */
    public static final int ACTION_PROHIBITED = 5;
    /** Action: to the host, whose own address it is: none from outside may have it as a source. */
    public static final int ACTION_OWN = 7;
    /** Action, on cards only: as the next hop of the flow's bucket in a group, whose number is in the lowest 16 bits. */
    public static final int ACTION_SPREAD = 6;

    // --- what was wrong with commands

    /** Commands: all are in force. */
    public static final int DONE = 0;
    /** Commands: one made no sense, and those after it were not carried out. */
    public static final int MALFORMED = 1;
    /** Commands: a part of the forwarding table was refused: bring the whole table anew. */
    public static final int TABLE_REFUSED = 2;

    // --- batches

    /** Words of a batch's message: the key, 2 words. */
    public static final int BATCH_KEY = 0;
    /** Word of a batch's message: the sender's port. */
    public static final int BATCH_PORT = 2;
    /** Word of a batch's message: how many frames it has. */
    public static final int BATCH_FRAMES = 3;
    /** Word of a batch's message: bytes of the batch alone; behind them are frames that it only describes. */
    public static final int BATCH_NEAR = 4;
    /** Word of an answer to a fence: the port of the card that is told. */
    public static final int FENCE_RECEIVER = 4;
    /**
     * Each frame of a batch stands behind so many bytes: its length and the port that it came in by (a word each), and its offload word (64
     * bits, 0 for none); it is filled up to a multiple of 8 bytes.
     */
    public static final int FRAME_HEADER = 16;
    /** Where in front of a frame its port of arrival is. */
    public static final int FRAME_PORT = 4;
    /** Where in front of a frame its offload word is. */
    public static final int FRAME_OFFLOAD = 8;
    /** Bit of {@link #FRAME_PORT}: behind the header stands a description of {@link #WHOLE_BYTES}, and the frame is behind the batch. */
    public static final int FRAME_BEHIND = 1 << 31;
    /** Bytes of such a description: see {@link #WHOLE_MAC} and those after it. */
    public static final int WHOLE_BYTES = 24;
    /** In a description: the first 12 bytes of the frame's MAC header as it leaves. */
    public static final int WHOLE_MAC = 0;
    /** In a description, a word: where in the frame a word of the IP header is that changes on the way. */
    public static final int WHOLE_PLACE = 12;
    /** In a description: what that word becomes. */
    public static final int WHOLE_WORD = 16;
    /** In a description, a word: how far behind the end of the batch the frame begins. */
    public static final int WHOLE_BEHIND = 20;
    /** The most frames of a batch. */
    public static final int MAX_FRAMES = 64;

    /** The most ports of a router. */
    public static final int MAX_PORTS = 63;
    /** The most stages before the wire. */
    public static final int MAX_STAGES = 8;
    /** Into so many buckets flows fall that are spread over several next hops. */
    public static final int SPREAD_BUCKETS = 256;
    /** The most groups of next hops over which flows are spread. */
    public static final int MAX_SPREADS = 128;
    /** The largest number of a next hop. */
    public static final int MAX_NEXT_HOP = 0xFFFF;

    private RouterProtocol() {}

    /**
     * {@return the bit of an IPv4 address in the filter of the router's own addresses}
     *
     * @param address first byte highest
     */
    public static long ownBit(int address) {
        return 1L << (address * 0x9E37_79B1 >>> Integer.SIZE - 6);
    }

    /** {@return where in a batch the header of the next frame is, if lengths are what they should be} */
    static int nextFrame(Buffer batch, int header) {
        return header + FRAME_HEADER + (WholeFrame.isDescribed(batch, header) ? WHOLE_BYTES : batch.i32(header) + 7 & -8);
    }
}
