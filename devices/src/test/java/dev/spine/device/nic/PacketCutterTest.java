package dev.spine.device.nic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.iop.packet.Offload;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PacketCutterTest {
    private static final long SEED = Long.getLong("spine.seed", new Random().nextLong());

    private final PacketCutter cutter = new PacketCutter();
    private final Random random = new Random(SEED);

    PacketCutterTest() {
        System.out.println("PacketCutterTest seed " + SEED);
    }

    /** A packet of random payload, with the headers of TCP or UDP over either version of IP, behind so many VLAN tags. */
    private byte[] packet(boolean version4, boolean stream, int tags, int options, int payload) {
        int ip = 14 + 4 * tags;
        int transport = ip + (version4 ? 20 : 40);
        int header = stream ? 20 + options : 8;
        ByteBuffer packet = ByteBuffer.allocate(transport + header + payload);
        random.nextBytes(packet.array());
        for (int i = 0; i < tags; i++) {
            packet.putShort(12 + 4 * i, (short) 0x8100);
        }
        packet.putShort(ip - 2, (short) (version4 ? 0x0800 : 0x86DD));
        if (version4) {
            packet.put(ip, (byte) 0x45).put(ip + 9, (byte) (stream ? 6 : 17)).putShort(ip + 2, (short) (packet.capacity() - ip));
        } else {
            packet.put(ip, (byte) 0x60).put(ip + 6, (byte) (stream ? 6 : 17)).putShort(ip + 4, (short) (packet.capacity() - ip - 40));
        }
        if (stream) {
            packet.put(transport + 12, (byte) (header / 4 << 4)).put(transport + 13, (byte) 0x99);
        } else {
            packet.putShort(transport + 4, (short) (8 + payload));
        }
        int at = transport + (stream ? 16 : 6);
        packet.putShort(at, (short) fold(pseudo(packet.array(), ip, version4, stream, header + payload)));
        return packet.array();
    }

    private static long pseudo(byte[] packet, int ip, boolean version4, boolean stream, int bytes) {
        return sum(packet, ip + (version4 ? 12 : 8), version4 ? 8 : 32) + (stream ? 6 : 17) + bytes;
    }

    private static long sum(byte[] bytes, int from, int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += (bytes[from + i] & 0xFFL) << (i % 2 == 0 ? 8 : 0);
        }
        return sum;
    }

    private static int fold(long sum) {
        long folded = sum;
        while (folded >>> 16 != 0) {
            folded = (folded & 0xFFFF) + (folded >>> 16);
        }
        return (int) folded;
    }

    private List<byte[]> cut(byte[] packet, long word) {
        List<byte[]> parts = new ArrayList<>();
        assertTrue(cutter.begin(MemorySegment.ofArray(packet), 0, packet.length, word));
        while (cutter.isBusy()) {
            byte[] part = new byte[cutter.nextBytes()];
            assertEquals(part.length, cutter.next(MemorySegment.ofArray(part), 0));
            parts.add(part);
        }
        return parts;
    }

    @Test
    void everyPartIsACompletePacketAndTogetherTheyAreTheWhole() {
        for (int round = 0; round < 2000; round++) {
            boolean version4 = random.nextBoolean();
            boolean stream = random.nextBoolean();
            int tags = random.nextInt(3);
            int options = 4 * random.nextInt(11);
            int payload = 1 + random.nextInt(20_000);
            int segment = 1 + random.nextInt(3000) + payload / 100;
            byte[] packet = packet(version4, stream, tags, options, payload);
            int ip = 14 + 4 * tags;
            int transport = ip + (version4 ? 20 : 40);
            int headers = transport + (stream ? 20 + options : 8);
            int kind = stream ? version4 ? Offload.TCP_V4 : Offload.TCP_V6 : Offload.UDP;

            List<byte[]> parts = cut(packet, Offload.of(kind, segment, transport, stream ? 16 : 6));

            assertEquals((payload + segment - 1) / segment, parts.size());
            ByteArrayOutputStream together = new ByteArrayOutputStream();
            ByteBuffer whole = ByteBuffer.wrap(packet);
            for (int i = 0; i < parts.size(); i++) {
                byte[] bytes = parts.get(i);
                ByteBuffer part = ByteBuffer.wrap(bytes);
                boolean last = i == parts.size() - 1;
                if (version4) {
                    assertEquals(0xFFFF, fold(sum(bytes, ip, 20)), "header checksum");
                    assertEquals(bytes.length - ip, part.getShort(ip + 2) & 0xFFFF);
                    assertEquals((short) (whole.getShort(ip + 4) + i), part.getShort(ip + 4));
                } else {
                    assertEquals(bytes.length - ip - 40, part.getShort(ip + 4) & 0xFFFF);
                }
                assertEquals(0xFFFF, fold(pseudo(bytes, ip, version4, stream, bytes.length - transport)
                    + sum(bytes, transport, bytes.length - transport)), "checksum of part " + i);
                if (stream) {
                    assertEquals(whole.getInt(transport + 4) + i * segment, part.getInt(transport + 4));
                    assertEquals(0x10 | (last ? 0x09 : 0) | (i == 0 ? 0x80 : 0), part.get(transport + 13) & 0xFF);
                } else {
                    assertEquals(bytes.length - transport, part.getShort(transport + 4) & 0xFFFF);
                    assertFalse(part.getShort(transport + 6) == 0, "a UDP checksum of 0 means none");
                }
                together.write(bytes, headers, bytes.length - headers);
            }
            assertArrayEquals(Arrays.copyOfRange(packet, headers, packet.length), together.toByteArray());
        }
    }

    @Test
    void aChecksumIsCompletedWhereNothingIsToBeCut() {
        for (int round = 0; round < 500; round++) {
            boolean version4 = random.nextBoolean();
            boolean stream = random.nextBoolean();
            byte[] packet = packet(version4, stream, 0, 0, random.nextInt(1500));
            int transport = version4 ? 34 : 54;

            List<byte[]> parts = cut(packet, Offload.of(0, 0, transport, stream ? 16 : 6));

            assertEquals(1, parts.size());
            byte[] bytes = parts.getFirst();
            assertEquals(0xFFFF, fold(pseudo(bytes, 14, version4, stream, bytes.length - transport)
                + sum(bytes, transport, bytes.length - transport)));
        }
    }

    @Test
    void wordsThatDoNotFitAreRefusedAndNeverLeaveThePacket() {
        for (int round = 0; round < 200_000; round++) {
            byte[] packet = packet(random.nextBoolean(), random.nextBoolean(), random.nextInt(2), 0, random.nextInt(64));
            int length = random.nextInt(4) == 0 ? 14 + random.nextInt(packet.length - 13) : packet.length;
            for (int i = random.nextInt(4); i > 0; i--) {
                packet[random.nextInt(packet.length)] = (byte) random.nextInt();
            }
            long word = random.nextInt(3) == 0 ? random.nextLong()
                : Offload.of(random.nextInt(7), random.nextInt(40), 30 + random.nextInt(40), random.nextInt(20));
            byte[] exact = Arrays.copyOf(packet, Math.min(length, packet.length));
            if (cutter.begin(MemorySegment.ofArray(exact), 0, exact.length, word)) {
                int parts = 0;
                while (cutter.isBusy()) {
                    cutter.next(MemorySegment.ofArray(new byte[cutter.nextBytes()]), 0);
                    assertTrue(++parts <= exact.length, "no end");
                }
            }
        }
        assertFalse(cutter.begin(MemorySegment.ofArray(new byte[60]), 0, 60, Offload.NONE));
    }

    @Test
    void aPacketThatWouldBecomeTensOfThousandsIsRefused() {
        for (boolean stream : new boolean[] {true, false}) {
            byte[] packet = packet(true, stream, 0, 0, 65_000);
            int kind = stream ? Offload.TCP_V4 : Offload.UDP;
            for (int segment = 1; segment <= 31; segment++) {
                long word = Offload.of(kind, segment, 34, stream ? 16 : 6);
                assertFalse(cutter.begin(MemorySegment.ofArray(packet), 0, packet.length, word), "parts of " + segment + " bytes");
            }
            assertEquals((65_000 + 35) / 36, cut(packet, Offload.of(kind, 36, 34, stream ? 16 : 6)).size());
        }
        byte[] small = packet(true, true, 0, 0, 10);
        assertEquals(10, cut(small, Offload.of(Offload.TCP_V4, 1, 34, 16)).size());
    }
}
