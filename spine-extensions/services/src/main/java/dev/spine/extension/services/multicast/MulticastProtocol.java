package dev.spine.extension.services.multicast;

/**
 * The messages between {@link MulticastExtension}, its host side and its neighbours. All fields are words of 32 bits. Words 0 and 1 of each
 * message to a card are the key.
 */
public final class MulticastProtocol {
    /**
     * To the card: a tree begins. Words from 2: generation, neighbours, hardware addresses, the card's number, its life, what it does
     * ({@link #INGRESS}, {@link #WIRE}, {@link #HOST}). All of it is answered by READY when it is there.
     */
    public static final int TREE = 1;
    /**
     * To the card: a neighbour. Words from 2: generation, index, its number, {@link #PEER} or {@link #NETWORK}, then its IOP and TID, or
     * the high and low words of its hardware address, and its handler.
     */
    public static final int NEIGHBOUR = 2;
    /** To the card: a card of the tree on a wire. Words from 2: generation, index, its hardware address, high and low. */
    public static final int ADDRESS = 3;
    /** To the card: packets that come in from now on go along this tree. Word 2: generation. Answered by ACTIVE. */
    public static final int ACTIVATE = 4;
    /** To the card, with data: goes along the tree to the applications of all its cards. No words but the key. */
    public static final int SEND = 5;
    /**
     * From card to card, with data. Words from 2: generation; origin [31:24], sender [23:16] and life [15:0]; sequence; hops [31:8] and
     * receiver [7:0]; {@link #PACKET} or {@link #DATA}.
     */
    public static final int FORWARD = 6;

    /** To the host: answer of a card. Words: its number, generation, {@link #READY}, {@link #ACTIVE} or {@link #REFUSED}. */
    public static final int ANSWER = 70;
    /** To the host: a message to a neighbour came back. Words: the card's number, generation, the neighbour's number. */
    public static final int LOST = 71;
    /** To the host, with data: what came along the tree. Words: origin, sequence, {@link #PACKET} or {@link #DATA}. */
    public static final int DELIVER = 72;

    /** The tree is there, and the ways to all neighbours are open. */
    public static final int READY = 1;
    /** Packets that come in go along this tree. */
    public static final int ACTIVE = 2;
    /** There is no such tree, or what was said of it makes no sense. */
    public static final int REFUSED = 3;

    /** What a card does: it takes packets of the group from its wire. */
    public static final int INGRESS = 1;
    /** What a card does: it gives packets to its wire. */
    public static final int WIRE = 2;
    /** What a card does: it gives everything to the application on its host. */
    public static final int HOST = 4;

    /** A neighbour of the same node, reached over the bus. */
    public static final int PEER = 1;
    /** A neighbour of another node, reached over the wire, reliably. */
    public static final int NETWORK = 2;

    /** A frame of Ethernet with a packet of the group. */
    public static final int PACKET = 1;
    /** Bytes of the application. */
    public static final int DATA = 2;

    /** Cards of a tree; they are numbered from 1. */
    public static final int MAX_CARDS = 63;
    /** Neighbours of a card. */
    public static final int MAX_NEIGHBOURS = 16;

    private MulticastProtocol() {}
}
