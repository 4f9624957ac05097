package dev.spine.command;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What {@code spine play} must show of a capture file, and in which counter each of its packets must be: read with nothing but the bytes,
 * written down from draft-ietf-opsawg-pcap, draft-ietf-opsawg-pcapng, RFC 791, 768, 3550, 5761 and 4175, and from docs/video.md where
 * those leave it to the receiver. It shares no line with what it is compared with.
 */
final class PlainVideo {
    private static final int MAX_BYTES = 262_144;
    private static final List<Integer> RAW = List.of(12, 14, 101, 228, 229);

    private final int port;
    private final int groupBytes;
    private final int groupPixels;
    private final int width;
    private final int height;
    private final int screenWidth;
    private final byte[] screen;
    private final Map<String, Long> counts = new TreeMap<>();
    private boolean refused;
    private int sequence = -1;
    private int source;
    private int unnumbered;

    /** A black screen with the window of a stream at its upper left; 4:2:2 or RGB. */
    PlainVideo(int port, boolean pairs, int width, int height, int screenWidth, int screenHeight) {
        this.port = port;
        this.groupBytes = pairs ? 4 : 3;
        this.groupPixels = pairs ? 2 : 1;
        this.width = width;
        this.height = height;
        this.screenWidth = screenWidth;
        this.screen = new byte[screenWidth * screenHeight * pixelBytes()];
        for (int at = 0; pairs && at < screen.length; at += 2) {
            screen[at] = (byte) 0x80;
            screen[at + 1] = 0x10;
        }
    }

    private int pixelBytes() {
        return groupBytes / groupPixels;
    }

    /** Whether the file is no capture, or damaged so that it cannot be told what follows. */
    boolean isRefused() {
        return refused;
    }

    /** Whether there is no packet that could be played. */
    boolean isEmpty() {
        return count("other") + count("fragments") + count("packets") == 0;
    }

    byte[] screen() {
        return screen;
    }

    long count(String name) {
        return counts.getOrDefault(name, 0L);
    }

    private void add(String name, long number) {
        counts.merge(name, number, Long::sum);
    }

    // --- the file

    /** Reads a file from its first byte to its last. */
    PlainVideo play(byte[] file) {
        ByteBuffer bytes = ByteBuffer.wrap(file);
        try {
            if (file.length >= 4 && bytes.getInt(0) == 0x0A0D0D0A) {
                readBlocks(bytes);
            } else {
                readRecords(bytes);
            }
        } catch (DamagedException e) {
            refused = true;
        }
        return this;
    }

    /** What follows cannot be read. */
    private static final class DamagedException extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private static void demand(boolean holds) throws DamagedException {
        if (!holds) {
            throw new DamagedException();
        }
    }

    private void readRecords(ByteBuffer file) throws DamagedException {
        demand(file.limit() >= 24);
        boolean known = false;
        int magic = 0;
        for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
            if (!known) {
                magic = file.order(order).getInt(0);
                known = magic == 0xA1B2C3D4 || magic == 0xA1B23C4D || magic == 0xA1B2CD34;
            }
        }
        demand(known && file.getShort(4) == 2 && file.getShort(6) == 4);
        int link = file.getInt(20);
        demand(isKnown(link & 0xFFFF));
        int check = (link >>> 26 & 1) == 1 ? (link >>> 28) * 2 : 0;
        int header = magic == 0xA1B2CD34 ? 24 : 16;
        int at = 24;
        while (at < file.limit()) {
            if (at + header > file.limit()) {
                add("cut", 1);
                return;
            }
            long kept = file.getInt(at + 8) & 0xFFFF_FFFFL;
            long sent = file.getInt(at + 12) & 0xFFFF_FFFFL;
            demand(kept <= MAX_BYTES && kept <= sent);
            if (at + header + kept > file.limit()) {
                add("cut", 1);
                return;
            }
            record(link & 0xFFFF, bytes(file, at + header, kept), sent, check);
            at += header + (int) kept;
        }
    }

    private record Link(int type, long keeps, int check) {}

    private void readBlocks(ByteBuffer file) throws DamagedException {
        List<Link> links = new ArrayList<>();
        int at = 0;
        while (at < file.limit()) {
            if (at + 12 > file.limit()) {
                demand(at > 0);
                add("cut", 1);
                return;
            }
            int type = file.getInt(at);
            if (type == 0x0A0D0D0A) {
                file.order(file.order(ByteOrder.BIG_ENDIAN).getInt(at + 8) == 0x1A2B3C4D ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
                demand(file.getInt(at + 8) == 0x1A2B3C4D);
                links.clear();
            }
            long length = file.getInt(at + 4) & 0xFFFF_FFFFL;
            demand(length >= 12 && length % 4 == 0);
            if (at + length > file.limit()) {
                demand(at > 0);
                add("cut", 1);
                return;
            }
            int end = at + (int) length - 4;
            demand(file.getInt(end) == length);
            block(file, type, at + 8, end, links);
            at = end + 4;
        }
    }

    private void block(ByteBuffer file, int type, int at, int end, List<Link> links) throws DamagedException {
        switch (type) {
            case 0x0A0D0D0A -> demand(end - at >= 16 && file.getShort(at + 4) == 1);
            case 1 -> {
                demand(end - at >= 8);
                links.add(new Link(file.getShort(at) & 0xFFFF, file.getInt(at + 4) & 0xFFFF_FFFFL, 0));
            }
            case 6 -> {
                demand(end - at >= 20 && Integer.compareUnsigned(file.getInt(at), links.size()) < 0);
                long kept = file.getInt(at + 12) & 0xFFFF_FFFFL;
                long sent = file.getInt(at + 16) & 0xFFFF_FFFFL;
                demand(kept <= MAX_BYTES && kept <= sent && at + 20 + kept <= end);
                record(links.get(file.getInt(at)).type, bytes(file, at + 20, kept), sent, 0);
            }
            case 3 -> {
                demand(end - at >= 4 && !links.isEmpty());
                long sent = file.getInt(at) & 0xFFFF_FFFFL;
                long kept = links.getFirst().keeps == 0 ? sent : Math.min(sent, links.getFirst().keeps);
                demand(kept <= MAX_BYTES && at + 4 + kept <= end);
                record(links.getFirst().type, bytes(file, at + 4, kept), sent, 0);
            }
            default -> {
                // Not about a packet.
            }
        }
    }

    private static byte[] bytes(ByteBuffer file, int from, long count) {
        byte[] bytes = new byte[(int) count];
        file.get(from, bytes);
        return bytes;
    }

    private static boolean isKnown(int link) {
        return link == 1 || link == 113 || link == 276 || RAW.contains(link);
    }

    private void record(int link, byte[] kept, long sent, int check) {
        add("packetsIn", 1);
        long whole = Math.max(0, sent - check);
        byte[] packet = Arrays.copyOf(kept, (int) Math.min(kept.length, whole));
        int header = link == 1 ? 14 : link == 113 ? 16 : link == 276 ? 20 : 1;
        if (!isKnown(link)) {
            add("otherLink", 1);
        } else if (packet.length < whole) {
            add("shortened", 1);
        } else if (packet.length < header) {
            add("runts", 1);
        } else {
            int type = link == 1 ? half(packet, 12) : link == 113 ? half(packet, 14) : link == 276 ? half(packet, 0)
                : (packet[0] & 0xF0) == 0x40 ? 0x0800 : (packet[0] & 0xF0) == 0x60 ? 0x86DD : 0;
            int at = header == 1 ? 0 : header;
            while ((type == 0x8100 || type == 0x88A8 || type == 0x9100) && at + 4 <= packet.length) {
                type = half(packet, at + 2);
                at += 4;
            }
            frame(type, Arrays.copyOfRange(packet, at, packet.length));
        }
    }

    private static int half(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
    }

    // --- the packet

    private void frame(int type, byte[] ip) {
        int words = ip.length < 20 ? 0 : ip[0] & 0xF;
        if (type != 0x0800 || words < 5 || (ip[0] & 0xF0) != 0x40 || words * 4 > ip.length || ip[9] != 17) {
            add("other", 1);
        } else if ((half(ip, 6) & 0x3FFF) != 0) {
            add("fragments", 1);
        } else if (words * 4 + 4 > ip.length || half(ip, words * 4 + 2) != port) {
            add("other", 1);
        } else {
            add("packets", 1);
            datagram(ip, words * 4);
        }
    }

    private void datagram(byte[] ip, int udp) {
        byte[] rtp = null;
        int total = half(ip, 2);
        if (total <= ip.length && udp + 8 <= total && udp + half(ip, udp + 4) <= total && half(ip, udp + 4) >= 20) {
            rtp = Arrays.copyOfRange(ip, udp + 8, udp + half(ip, udp + 4));
        }
        if (rtp == null || (rtp[0] & 0xC0) != 0x80) {
            add("noRtp", 1);
            unnumbered++;
        } else if ((rtp[1] & 0xE0) == 0xC0) {
            add("rtcp", 1);
        } else {
            number(half(rtp, 2), ByteBuffer.wrap(rtp).getInt(8));
            add(video(rtp), 1);
        }
    }

    /** What is missing before a packet. */
    private void number(int number, int sender) {
        if (sequence < 0 || number != sequence && sender != source) {
            add("streams", 1);
            source = sender;
            sequence = number + 1 & 0xFFFF;
        } else {
            int missing = number - sequence & 0xFFFF;
            if (missing < 0x8000) {
                add("lost", Math.max(0, missing - unnumbered));
            }
            if (missing <= 0xFF00) {
                sequence = number + 1 & 0xFFFF;
            } else {
                // Late: what came without a number may still be the next one.
                return;
            }
        }
        unnumbered = 0;
    }

    /** Paints what is in an RTP packet, if all of it can be painted; returns the name of its counter. */
    private String video(byte[] rtp) {
        int at = 12 + (rtp[0] & 0xF) * 4;
        int end = rtp.length;
        if ((rtp[0] & 0x10) != 0) {
            if (at + 4 > end) {
                return "malformed";
            }
            at += 4 + half(rtp, at + 2) * 4;
        }
        if ((rtp[0] & 0x20) != 0) {
            int padding = rtp[end - 1] & 0xFF;
            end -= padding;
            if (padding == 0) {
                return "malformed";
            }
        }
        if (at + 2 > end) {
            return "malformed";
        }
        at += 2;
        List<int[]> lines = new ArrayList<>();
        String fault = lines(rtp, at, end, lines);
        if (fault != null) {
            return fault;
        }
        int data = at + lines.removeLast()[0];
        return paint(rtp, data, lines) ? "drawn" : "outside";
    }

    /** Finds the lines: number, first pixel, bytes; and at the end how long their headers are. Returns what is wrong, or null. */
    private @Nullable String lines(byte[] rtp, int from, int end, List<int[]> lines) {
        int at = from;
        int bytes = 0;
        boolean more = true;
        while (more) {
            if (at + 6 > end) {
                return "malformed";
            }
            int length = half(rtp, at);
            int line = half(rtp, at + 2);
            int column = half(rtp, at + 4) & 0x7FFF;
            more = half(rtp, at + 4) > 0x7FFF;
            if (line > 0x7FFF) {
                return "interlaced";
            }
            if (length % groupBytes != 0 || column % groupPixels != 0) {
                return length > 0 && length % 5 == 0 ? "tenBit" : "otherSampling";
            }
            if (length > 0) {
                if (lines.size() == 162) {
                    return "manyLines";
                }
                lines.add(new int[] {line, column, length});
            }
            bytes += length;
            at += 6;
        }
        lines.add(new int[] {at - from});
        return at + bytes > end ? "malformed" : null;
    }

    private boolean paint(byte[] rtp, int from, List<int[]> lines) {
        int at = from;
        boolean painted = false;
        for (int[] line : lines) {
            for (int pixel = 0; pixel < line[2] / pixelBytes(); pixel++) {
                int x = line[1] + pixel;
                if (line[0] < height && x < width) {
                    int to = (line[0] * screenWidth + x) * pixelBytes();
                    System.arraycopy(rtp, at + pixel * pixelBytes(), screen, to, pixelBytes());
                    painted = true;
                }
            }
            at += line[2];
        }
        return painted;
    }
}
