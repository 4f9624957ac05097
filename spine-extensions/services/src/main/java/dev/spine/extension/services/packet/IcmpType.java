package dev.spine.extension.services.packet;

/** The types of ICMP messages (RFC 792, RFC 950) by what is done with them by who translates addresses. */
public final class IcmpType {
    private IcmpType() {}

    /**
     * {@return whether it asks, and has an identifier}
     *
     * @param type the first byte of the message
     */
    public static boolean isRequest(int type) {
        return type == 8 || type == 13 || type == 15 || type == 17;
    }

    /**
     * {@return whether it answers, with the identifier of the question}
     *
     * @param type the first byte of the message
     */
    public static boolean isReply(int type) {
        return type == 0 || type == 14 || type == 16 || type == 18;
    }

    /**
     * {@return whether it is about another packet, which it contains, and is for who sent that}
     *
     * @param type the first byte of the message
     */
    public static boolean isError(int type) {
        return type == 3 || type == 4 || type == 11 || type == 12;
    }
}
