package sample.bridge;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Message;

/** What a bridge that does nothing looks at before it hands on what has come. Stateless. */
public final class Look {
    /** It is handed to nobody. */
    public static final int NOWHERE = -1;

    private static final int IP = 14;
    private static final int RTP = 42;
    private static final int LINE_HEADER = 6;

    /** Called by the extension; and by the native module, in which other types take the place of the API's. */
    public Look() {}

    /**
     * {@return where a packet is to go: one of 4 outputs, by its destination}
     *
     * @param packet from its MAC header on
     */
    public int output(Buffer packet) {
        if (packet.length() < IP + 20 || packet.u16(12) != 0x0800 || packet.u8(IP) != 0x45 || packet.u8(IP + 8) < 2) {
            return NOWHERE;
        }
        int sum = 0;
        for (int at = IP; at < IP + 20; at += 2) {
            sum += packet.u16(at);
        }
        sum = (sum & 0xFFFF) + (sum >>> 16);
        return sum == 0xFFFF ? packet.i32(IP + 16) >>> 8 & 3 : NOWHERE;
    }

    /**
     * {@return how many bytes of pixels a packet of video has, by the headers of its lines}
     *
     * @param packet from its MAC header on
     */
    public int pixels(Buffer packet) {
        int end = IP + packet.u16(IP + 2);
        if (packet.u16(12) != 0x0800 || packet.u8(IP + 9) != 17 || end > packet.length()) {
            return NOWHERE;
        }
        int at = RTP + 14 + (packet.u8(RTP) & 0xF) * 4;
        int bytes = 0;
        int more = 0x8000;
        while (more != 0) {
            if (at + LINE_HEADER > end) {
                return NOWHERE;
            }
            bytes += packet.u16(at);
            more = packet.u16(at + 4) & 0x8000;
            at += LINE_HEADER;
        }
        return at + bytes <= end ? bytes : NOWHERE;
    }

    /**
     * {@return what answers a message: its words taken together, as the first of them says}
     *
     * @param message with 12 words
     * @param first which of them is the first of the sender
     */
    public int answer(Message message, int first) {
        int how = message.word(first);
        int answer = 0;
        for (int i = first + 1; i < first + 12; i++) {
            int word = message.word(i);
            answer = how == 0 ? answer + word : answer ^ word;
        }
        return answer;
    }
}
