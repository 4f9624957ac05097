package dev.spine.extension.experiment.latency;

/** What a host and {@link RoundTripExtension} say to each other: handlers and user words of small messages. */
public final class RoundTripProtocol {
    /** The segment: memory of the host, granted. The extension answers at {@link #RESULT}. */
    public static final int SEGMENT = 1;
    /** To the extension: words 0 to 2 are what, how many bytes, how often. It answers at {@link #RESULT}. */
    public static final int ORDER = 2;
    /** To the extension: word 0 is how many bytes; the segment is fetched and sent, to whom is the extension's business. */
    public static final int GO = 3;

    /** Order: from card to card and back. */
    public static final int OF_CARDS = 0;
    /** Order: the same, with the data fetched from the host's memory before it is sent and delivered there when it has come. */
    public static final int OF_MEMORIES = 1;
    /** What is in flight after {@link #GO}: as {@link #OF_MEMORIES}, and the host is told of what has come. Cannot be ordered. */
    public static final int OF_APPLICATIONS = 2;
    /** Order: passes by DMA alone, from the host's memory and back in turn. */
    public static final int PASSES = 3;
    /** Order: the clock is read into a variable. */
    public static final int CLOCK_READS = 4;
    /** Order: another number is written into that variable, with the same words around it. */
    public static final int NO_CLOCK_READS = 5;

    /** To the host: words 0 and 1 are the nanoseconds of an order, high half first. */
    public static final int RESULT = 1;
    /** To the host: the segment has new data. */
    public static final int ARRIVED = 2;

    /** The most bytes that are sent at once; as many has the segment, at least. */
    public static final int MAX_BYTES = 4_096;
    /** The most clock reads of an order. */
    public static final int MAX_READS = 100;

    private RoundTripProtocol() {}
}
