package dev.spine.command;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/** Makes captures that are odd in one or several ways, and RTP streams that are, of small pictures. All of it follows from a seed. */
final class OddCapture {
    static final int PORT = 5004;

    /** Of the width of a picture, its height and whether it is 4:2:2. */
    final int width;
    final int height;
    final boolean pairs;

    private final Random random;
    private int sequence;
    private int sender;
    private int stamp;

    OddCapture(Random random) {
        this.random = random;
        this.pairs = random.nextBoolean();
        this.width = 16 + 2 * random.nextInt(24);
        this.height = 16 + random.nextInt(16);
        this.sequence = random.nextInt(4) == 0 ? 0xFFF0 : random.nextInt(0x10000);
        this.sender = random.nextInt();
    }

    private boolean oneIn(int many) {
        return random.nextInt(many) == 0;
    }

    // --- streams

    /** The IP packets of some frames, the stream odd in the ways that its number says. */
    List<byte[]> stream(int oddities) {
        List<byte[]> packets = new ArrayList<>();
        for (int frames = 1 + random.nextInt(3); frames > 0; frames--) {
            frame(packets, oddities);
            if ((oddities & 1) != 0 && oneIn(2)) {
                // Another sender, whose numbers are its own; sometimes the same, which begins again.
                sender += random.nextInt(2);
                sequence = random.nextInt(0x10000);
            }
        }
        if ((oddities & 2) != 0) {
            for (int lost = random.nextInt(packets.size()); lost > 0; lost--) {
                packets.remove(random.nextInt(packets.size()));
            }
        }
        if ((oddities & 4) != 0 && packets.size() > 1) {
            int at = random.nextInt(packets.size());
            packets.add(random.nextInt(packets.size()), packets.get(at));
            Collections.swap(packets, random.nextInt(packets.size()), random.nextInt(packets.size()));
        }
        return packets;
    }

    private void frame(List<byte[]> packets, int oddities) {
        int group = pairs ? 4 : 3;
        int lineBytes = width / (pairs ? 2 : 1) * group;
        stamp += 3000;
        int line = 0;
        int done = 0;
        while (line < height) {
            List<int[]> lines = new ArrayList<>();
            int room = group * (1 + random.nextInt((oddities & 8) != 0 ? 400 : 60));
            while (room > 0 && line < height) {
                int bytes = Math.min(room, lineBytes - done);
                lines.add(new int[] {line, done / group * (pairs ? 2 : 1), bytes});
                done += bytes;
                room -= bytes;
                if (done == lineBytes) {
                    line++;
                    done = 0;
                }
            }
            boolean last = line == height;
            packets.add(ip(rtp(lines, last, oddities), oddities));
            if ((oddities & 16) != 0 && oneIn(3)) {
                packets.add(stranger());
            }
        }
    }

    private byte[] rtp(List<int[]> lines, boolean last, int oddities) {
        if ((oddities & 32) != 0 && oneIn(3)) {
            int[] odd = lines.get(random.nextInt(lines.size()));
            switch (random.nextInt(6)) {
                case 0 -> odd[0] |= 0x8000;
                case 1 -> odd[2] = odd[2] / 4 * 5;
                case 2 -> odd[2] += 1 + random.nextInt(2);
                case 3 -> odd[1] = random.nextInt(0x8000);
                case 4 -> odd[0] = random.nextInt(0x8000);
                default -> odd[2] = 0;
            }
        }
        if ((oddities & 64) != 0 && oneIn(3)) {
            // Two of three have pixels; a card takes 162 of those in a packet.
            for (int many = random.nextInt(400); many > 0; many--) {
                lines.add(new int[] {random.nextInt(height), 0, oneIn(3) ? 0 : pairs ? 4 : 3});
            }
        }
        ByteBuffer out = ByteBuffer.allocate(20_000);
        boolean unusual = (oddities & 128) != 0 && oneIn(2);
        int sources = unusual ? random.nextInt(16) : 0;
        boolean extended = unusual && oneIn(2);
        boolean padded = unusual && oneIn(2);
        out.put((byte) (0x80 | sources | (extended ? 0x10 : 0) | (padded ? 0x20 : 0)));
        out.put((byte) ((last ? 0x80 : 0) | (unusual && oneIn(2) ? random.nextInt(64) : 96 + random.nextInt(32))));
        out.putShort((short) sequence++).putInt(stamp).putInt(sender).put(new byte[sources * 4]);
        if (extended) {
            int words = random.nextInt(4);
            out.putShort((short) 0xBEDE).putShort((short) words).put(new byte[words * 4]);
        }
        out.putShort((short) random.nextInt());
        int bytes = 0;
        for (int i = 0; i < lines.size(); i++) {
            int[] one = lines.get(i);
            out.putShort((short) one[2]).putShort((short) one[0]).putShort((short) (one[1] | (i + 1 < lines.size() ? 0x8000 : 0)));
            bytes += one[2];
        }
        byte[] pixels = new byte[bytes];
        random.nextBytes(pixels);
        out.put(pixels);
        if (padded) {
            int padding = 1 + random.nextInt(20);
            out.put(new byte[padding - 1]).put((byte) padding);
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    private byte[] ip(byte[] rtp, int oddities) {
        boolean options = (oddities & 128) != 0 && oneIn(4);
        byte[] packet = datagram(rtp, PORT, options ? 6 : 5);
        if ((oddities & 256) != 0 && oneIn(5)) {
            // A bit of the headers turns over, or the end is missing.
            if (oneIn(3)) {
                return Arrays.copyOf(packet, random.nextInt(packet.length));
            }
            packet[random.nextInt(Math.min(packet.length, 60))] ^= (byte) (1 << random.nextInt(8));
        }
        return packet;
    }

    private static byte[] datagram(byte[] payload, int port, int words) {
        ByteBuffer out = ByteBuffer.allocate(words * 4 + 8 + payload.length);
        out.put((byte) (0x40 | words)).put((byte) 0).putShort((short) out.capacity()).putShort((short) 1).putShort((short) 0x4000);
        out.put((byte) 64).put((byte) 17).putShort((short) 0).putInt(0x7F000001).putInt(0x7F000001).position(words * 4);
        out.putShort((short) 40_000).putShort((short) port).putShort((short) (8 + payload.length)).putShort((short) 0).put(payload);
        return out.array();
    }

    /** What else can be on a wire, to the video's port or not. */
    private byte[] stranger() {
        byte[] noise = new byte[12 + random.nextInt(100)];
        random.nextBytes(noise);
        return switch (random.nextInt(6)) {
            case 0 -> {
                // RTCP: a sender's report.
                noise[0] = (byte) 0x80;
                noise[1] = (byte) 200;
                yield datagram(noise, PORT, 5);
            }
            case 1 -> {
                noise[0] &= 0x3F;
                yield datagram(noise, PORT, 5);
            }
            case 2 -> datagram(Arrays.copyOf(noise, random.nextInt(12)), PORT, 5);
            case 3 -> datagram(noise, PORT + 2, 5);
            case 4 -> {
                byte[] fragment = datagram(noise, PORT, 5);
                fragment[6] = (byte) (oneIn(2) ? 0x20 : 0);
                fragment[7] = 100;
                yield fragment;
            }
            default -> {
                byte[] other = datagram(noise, PORT, 5);
                other[9] = 6;
                yield other;
            }
        };
    }

    // --- files

    /** Puts packets into a file of some kind, odd in some way or not at all. */
    byte[] file(List<byte[]> packets) {
        byte[] file = oneIn(3) ? pcapng(packets) : pcap(packets);
        if (oneIn(4)) {
            file = Arrays.copyOf(file, oneIn(4) ? random.nextInt(Math.min(60, file.length)) : random.nextInt(file.length));
        }
        return file;
    }

    /** Puts packets into an ordinary file. */
    byte[] whole(List<byte[]> packets) {
        ByteBuffer out = ByteBuffer.allocate(24 + packets.stream().mapToInt(p -> p.length + 30).sum());
        out.putInt(0xA1B2C3D4).putShort((short) 2).putShort((short) 4).putLong(0).putInt(65_535).putInt(1);
        for (byte[] packet : packets) {
            out.putInt(0).putInt(0).putInt(14 + packet.length).putInt(14 + packet.length).put(new byte[12]).putShort((short) 0x0800)
                .put(packet);
        }
        return out.array();
    }

    /** The same, compressed by gzip. */
    static byte[] gzip(byte[] file) throws java.io.IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(file);
        }
        return packed.toByteArray();
    }

    private byte[] pcap(List<byte[]> packets) {
        ByteOrder order = oneIn(2) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        int magic = oneIn(4) ? 0xA1B2CD34 : oneIn(2) ? 0xA1B23C4D : 0xA1B2C3D4;
        int check = oneIn(5) ? random.nextInt(8) : 0;
        int link = oneIn(25) ? 127 : link();
        ByteBuffer out = ByteBuffer.allocate(64 * packets.size() + packets.stream().mapToInt(p -> p.length + 64).sum() + 64).order(order);
        out.putInt(magic).putShort((short) 2).putShort((short) 4).putInt(0).putInt(0).putInt(65_535)
            .putInt(link | (check > 0 ? check << 28 | 1 << 26 : 0));
        int damaged = oneIn(15) ? random.nextInt(packets.size()) : -1;
        for (int i = 0; i < packets.size(); i++) {
            byte[] frame = onLink(link, packets.get(i));
            frame = Arrays.copyOf(frame, frame.length + check * 2);
            int kept = oneIn(20) ? random.nextInt(frame.length + 1) : frame.length;
            int sent = oneIn(40) ? kept : frame.length;
            out.putInt(i).putInt(random.nextInt()).putInt(i == damaged && oneIn(2) ? 262_145 + random.nextInt(9) : kept)
                .putInt(i == damaged ? random.nextInt(1 + kept) : sent);
            if (magic == 0xA1B2CD34) {
                out.putLong(random.nextLong());
            }
            out.put(frame, 0, kept);
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    private int link() {
        int[] links = {1, 1, 1, 113, 276, 101, 12, 14, 228};
        return links[random.nextInt(links.length)];
    }

    private byte[] onLink(int link, byte[] ip) {
        int type = ip.length > 0 && oneIn(60) ? 0x0806 : 0x0800;
        byte[] tags = new byte[0];
        if (link == 1 && oneIn(8)) {
            tags = oneIn(2) ? new byte[] {0, 5, 8, 0} : new byte[] {0, 5, (byte) 0x81, 0, 0, 6, 8, 0};
            type = tags.length == 4 ? 0x8100 : 0x88A8;
        }
        int header = link == 1 ? 14 : link == 113 ? 16 : link == 276 ? 20 : 0;
        ByteBuffer out = ByteBuffer.allocate(header + tags.length + ip.length);
        if (header > 0) {
            out.putShort(link == 276 ? 0 : header - 2, (short) type);
        }
        return out.put(header, tags).put(header + tags.length, ip).array();
    }

    private byte[] pcapng(List<byte[]> packets) {
        ByteOrder order = oneIn(2) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        ByteBuffer out = ByteBuffer.allocate(128 * packets.size() + packets.stream().mapToInt(p -> p.length + 64).sum() + 256).order(order);
        int first = link();
        int[] links = {first, oneIn(4) ? 127 : link()};
        section(out, links);
        for (byte[] packet : packets) {
            if (oneIn(20)) {
                out.order(oneIn(2) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
                section(out, links);
            }
            if (oneIn(10)) {
                block(out, 5, new byte[4 * random.nextInt(9)]);
            }
            int number = oneIn(4) ? 1 : 0;
            byte[] frame = onLink(links[number], packet);
            int kept = oneIn(20) ? random.nextInt(frame.length + 1) : frame.length;
            if (number == 0 && kept == frame.length && oneIn(4)) {
                block(out, 3, ByteBuffer.allocate(4 + kept).order(out.order()).putInt(kept).put(frame).array());
            } else {
                block(out, 6, ByteBuffer.allocate(20 + kept).order(out.order()).putInt(number).putInt(0x0005_0000)
                    .putInt(random.nextInt()).putInt(kept).putInt(frame.length).put(frame, 0, kept).array());
            }
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    private static void section(ByteBuffer out, int[] links) {
        block(out, 0x0A0D0D0A, ByteBuffer.allocate(16).order(out.order()).putInt(0x1A2B3C4D).putShort((short) 1).putShort((short) 0)
            .putLong(-1).array());
        for (int link : links) {
            block(out, 1, ByteBuffer.allocate(8).order(out.order()).putShort((short) link).array());
        }
    }

    private static void block(ByteBuffer out, int type, byte[] body) {
        int padded = body.length + 3 & ~3;
        out.putInt(type).putInt(12 + padded).put(body).put(new byte[padded - body.length]).putInt(12 + padded);
    }
}
