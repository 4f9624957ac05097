package dev.spine.command.play;

import dev.spine.device.wire.capture.CaptureOddity;
import java.util.List;

/** What became of a packet: each has exactly one end. */
enum PacketEnd {
    /** On the screen. */
    DRAWN("drawn", "drawn", "", "packets drawn"),
    /** Its lines are beyond the window. */
    OUTSIDE("outside", "outside the window", "give the --width and --height that the sender has, or a larger --size",
        "packets wholly outside their window"),
    /** It reached the card and was not drawn there, through no fault of its own. */
    UNDRAWN("undrawn", "not drawn for want of a window or transfer", "", "packets without a window",
        "packets dropped for want of a transfer", "packets dropped while their window moved", "dropped"),
    /** Lengths that leave it, or that contradict one another. */
    MALFORMED("malformed", "malformed", "lengths leave them; look at what sends or records them",
        "packets malformed"),
    /** Datagrams to the stream's port that are something else. */
    NO_RTP("noRtp", "to the port that are no RTP", "another program sends to this port: give the video one of its own",
        "packets that are no RTP"),
    /** RTP's own messages. */
    CONTROL("rtcp", "of RTCP", "not needed here; a port of their own keeps them apart", "packets of RTCP"),
    /** Second fields. */
    INTERLACED("interlaced", "of interlaced video, not drawn", "send progressive video: deinterlace ! rtpvrawpay",
        "packets of interlaced video"),
    /** More than eight bits a sample. */
    TEN_BIT("tenBit", "of 10-bit video, not drawn", "send 8 bits a sample: videoconvert ! video/x-raw,format=UYVY ! rtpvrawpay",
        "packets of 10-bit video"),
    /** Lines that are not of whole pixels. */
    OTHER_SAMPLING("otherSampling", "of another sampling, not drawn", "give the --format that the sender has, UYVY or RGB",
        "packets of another sampling"),
    /** More lines than the extension has room for. */
    MANY_LINES("manyLines", "with more than 162 lines, not drawn", "send smaller ones: rtpvrawpay mtu=1400",
        "packets of too many lines"),
    /** Parts of a datagram that was larger than the network's packets. */
    FRAGMENT("fragments", "that are IP fragments, which are not put together", "send smaller ones: rtpvrawpay mtu=1400"),
    /** Larger than a receive buffer. */
    JUMBO("jumbo", "larger than an Ethernet packet", "send smaller ones: rtpvrawpay mtu=1400"),
    /** Other traffic of a capture. */
    OTHER("other", "not for the video's port", ""),
    /** The wire had no receive buffer, or the system refused. */
    DROPPED("dropped", "dropped by the wire", ""),
    /** Before the first frame or after the last one that was asked for. */
    NOT_PLAYED("notPlayed", "before or after what was played", ""),
    /** The recorder kept their first bytes only. */
    SHORTENED(CaptureOddity.SHORTENED),
    /** Shorter than the header of their link. */
    RUNT(CaptureOddity.RUNT),
    /** Of links that are not read. */
    OTHER_LINK(CaptureOddity.OTHER_LINK),
    /** Still on its way when the report was made. */
    PENDING("pending", "that the card did not finish in time", "");

    private final String key;
    private final String text;
    private final String cure;
    // A list of List.of, which cannot be changed.
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> counters;

    PacketEnd(String key, String text, String cure, String... counters) {
        this.key = key;
        this.text = text;
        this.cure = cure;
        this.counters = List.of(counters);
    }

    PacketEnd(CaptureOddity oddity) {
        this(oddity.key(), oddity.what(), oddity.cure());
    }

    /** {@return its name in JSON} */
    String key() {
        return key;
    }

    /** {@return what a number of packets is that ended so, for people, with the cure when there is one} */
    String line(long packets) {
        return packets + (packets == 1 ? " packet " : " packets ") + text + (cure.isEmpty() ? "" : ": " + cure);
    }

    /** {@return whether a person should hear of it: something that can be cured} */
    boolean isCurable() {
        return !cure.isEmpty();
    }

    /** {@return the extension's counters of packets that end so; none when they do not reach it} */
    List<String> counters() {
        return counters;
    }
}
