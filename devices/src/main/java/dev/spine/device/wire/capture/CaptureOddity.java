package dev.spine.device.wire.capture;

/** What is odd about single packets of a file, so that its capture does not hold them, or not as they lie there. Any thread. */
public enum CaptureOddity {
    /** Left out: the recorder kept only the first bytes (its "snapshot length"). */
    SHORTENED("shortened", "shortened by the recorder and left out", "record them whole: tcpdump -s 0"),
    /** Left out: shorter than an Ethernet header, or than the header that the recorder puts in its place. */
    RUNT("runts", "shorter than an Ethernet header left out", "no frame is: whatever wrote the file cut them, record it again"),
    /** Left out: of an interface of a kind that is not read, in a file that holds other interfaces, too. */
    OTHER_LINK("otherLink", "of interfaces that are neither Ethernet, Linux cooked nor raw IP left out",
        "record on an Ethernet interface, or on \"any\""),
    /** Kept, without their VLAN tags. */
    TAGGED("tagged", "had VLAN tags, which were taken off", "record on the VLAN's own interface, such as eth0.5, to see one VLAN only");

    private final String key;
    private final String what;
    private final String cure;

    CaptureOddity(String key, String what, String cure) {
        this.key = key;
        this.what = what;
        this.cure = cure;
    }

    /** {@return its name in reports for programs} */
    public String key() {
        return key;
    }

    /**
     * {@return how many packets and what is odd about them, for people}
     *
     * @param packets how many
     */
    public String text(long packets) {
        return packets + (packets == 1 ? " packet " : " packets ") + what;
    }

    /** {@return what is odd, behind a number of packets} */
    public String what() {
        return what;
    }

    /** {@return what a person can do about it} */
    public String cure() {
        return cure;
    }
}
