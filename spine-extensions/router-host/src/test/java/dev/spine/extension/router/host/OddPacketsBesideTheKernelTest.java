package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.router.ReservedAddresses;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Odd packets come to the cards and to the kernel, both routers of the same topology, by each port; what leaves is the same, byte for byte.
 * What the cards leave to the host is the kernel's by definition. {@link #isDocumented} knows the differences that docs/router.md names.
 *
 * <p>A build tries a share that its seed draws; {@code -Pfull}, or {@code -Dspine.odd=all}, tries all.
 */
class OddPacketsBesideTheKernelTest {
    private static final int MAC = 14;
    private static final int PORTS = 3;
    private static final int MTU_2 = 1_400;
    private static final int SMALL_4 = 600;
    private static final int SMALL_6 = 1_280;
    /** Five packets without a route from each are told at once, by each port: more than the test sends, however fast it is. */
    private static final int SENDERS = 240;
    private static final int FIRST_SENDER = 10;
    private static final int SHARE = 150;
    private static final int MUTATIONS = 3_000;
    private static final long TIME_NS = 1_000_000;
    private static final int MAX_NOTIFIED = 20;

    @TempDir
    private static Path directory;

    private static KernelRouter kernel;
    private static RouterRig rig;

    private final List<String> different = new ArrayList<>();
    private int leftToHost;
    private int compared;
    private int sender;

    @BeforeAll
    static void boot() throws IOException {
        kernel = new KernelRouter(directory);
        rig = new RouterRig(RouterRig.Kind.MODELLED, 1, PORTS, RouterSettings.STANDARD.withTableBytes(256 << 10)
            .withIcmpLimit(1_000_000, 1_000_000).with(ReservedAddresses.FORWARD));
        for (int port = 1; port <= PORTS; port++) {
            kernel.neighbour(port, "10.0." + port + ".2");
            kernel.neighbour(port, "2001:db8:" + port + "::2");
            for (int host = FIRST_SENDER; host < FIRST_SENDER + SENDERS; host++) {
                rig.router.neighbour(port, Address.parse("10.0." + port + "." + host), RouterRig.stationMac(port));
                kernel.neighbour(port, "10.0." + port + "." + host);
            }
        }
        same("10", "blackhole", new NextHop.Blackhole());
        same("11", "unreachable", new NextHop.Unreachable());
        same("12", "prohibit", new NextHop.Prohibited());
        via("9", 2);
        via("15", 1);
        via("16", 3);
        for (String prefix : List.of("240.0.0.0/5", "250.0.0.0/8")) {
            rig.router.route(Prefix.parse(prefix), new NextHop.Via(2, Address.parse("10.0.2.2")));
            kernel.ip("route add " + prefix + " via 10.0.2.2");
        }
        mtu(2, MTU_2);
        rig.await("the ways between the cards", () -> {
            for (int from = 1; from <= PORTS; from++) {
                for (int to = 1; to <= PORTS; to++) {
                    rig.card(from).inject(TestPacket.udp4(from, "10.0." + to + ".2", 0, 18));
                }
            }
            return rig.cards.stream().allMatch(card -> card.received() >= PORTS);
        });
        rig.pass(TIME_NS);
        rig.cards.forEach(RouterRig.Card::takeReceived);
    }

    private static void same(String number, String type, NextHop hop) throws IOException {
        for (String prefix : prefixes(number)) {
            rig.router.route(Prefix.parse(prefix), hop);
            kernel.ip("route add " + type + " " + prefix);
        }
    }

    private static void via(String number, int port) throws IOException {
        List<String> gateways = List.of("10.0." + port + ".2", "2001:db8:" + port + "::2");
        for (int i = 0; i < gateways.size(); i++) {
            rig.router.route(Prefix.parse(prefixes(number).get(i)), new NextHop.Via(port, Address.parse(gateways.get(i))));
            kernel.ip("route add " + prefixes(number).get(i) + " via " + gateways.get(i));
        }
    }

    private static List<String> prefixes(String number) {
        return List.of("10." + number + ".0.0/16", "2001:db8:" + number + "::/48");
    }

    private static void mtu(int port, int bytes) throws IOException {
        rig.router.mtu(port, bytes);
        rig.acknowledge();
        kernel.mtu(port, bytes);
    }

    /** What is done while the wire of port 3 takes little. */
    private interface Packets {
        void compare() throws IOException;
    }

    /** Those of version 6 with the smallest MTU that it knows, then those of version 4 with a smaller one. */
    private static void withSmallWires(Packets six, Packets four) throws IOException {
        mtu(3, SMALL_6);
        six.compare();
        mtu(3, SMALL_4);
        try {
            four.compare();
        } finally {
            kernel.mtu(3, SMALL_6);
            kernel.ip("addr replace 2001:db8:3::1/64 dev r3 nodad");
            kernel.neighbour(3, "2001:db8:3::2");
            kernel.ip("route replace 2001:db8:16::/48 via 2001:db8:3::2");
        }
    }

    @AfterAll
    static void close() {
        if (rig != null) {
            rig.close();
        }
        if (kernel != null) {
            kernel.close();
        }
    }

    private static long seed() {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        System.out.println("spine.seed=" + seed);
        return seed;
    }

    private static boolean isAll() {
        return Boolean.getBoolean("spine.full") || "all".equals(System.getProperty("spine.odd"));
    }

    private static <T> List<T> share(List<T> all, long seed) {
        List<T> shuffled = new ArrayList<>(all);
        Collections.shuffle(shuffled, new Random(seed));
        return isAll() ? all : shuffled.subList(0, Math.min(SHARE, shuffled.size()));
    }

    private void compare(String what, int port, byte[] frame) {
        byte[] from = fromAnother(port, frame);
        rig.card(port).inject(from);
        rig.pass(TIME_NS);
        List<KernelRouter.Sent> seen = new ArrayList<>();
        for (RouterRig.Card card : rig.cards) {
            card.takeReceived().forEach(sent -> seen.add(new KernelRouter.Sent(card.number, sent)));
        }
        if (!rig.takeToHost(port).isEmpty()) {
            leftToHost++;
            assertEquals(List.of(), seen, what);
            return;
        }
        List<KernelRouter.Sent> right = kernel.route(port, from);
        compared++;
        List<String> kernels = right.stream().map(OddPacketsBesideTheKernelTest::text).sorted().toList();
        List<String> cards = seen.stream().map(OddPacketsBesideTheKernelTest::text).sorted().toList();
        if (!kernels.equals(cards) && !isDocumented(from, cards)) {
            different.add(what + ", by port " + port + ": " + HexFormat.of().formatHex(from) + "\n  kernel " + kernels + "\n  cards  "
                + cards);
        }
    }

    /** The kernel tells one and the same sender of no more than one packet without a route in a second. */
    private byte[] fromAnother(int port, byte[] frame) {
        ByteBuffer in = ByteBuffer.wrap(frame);
        if (frame.length < MAC + 20 || in.getShort(12) != 0x0800 || in.getInt(MAC + 12) != (0x0A000002 | port << 8)) {
            return frame;
        }
        byte[] out = frame.clone();
        int header = Math.min(frame.length - MAC, (frame[MAC] & 0xF) * 4);
        boolean isRight = TestPacket.sum(out, MAC, header) == 0xFFFF;
        out[MAC + 15] = (byte) (FIRST_SENDER + sender++ % SENDERS);
        if (isRight) {
            ByteBuffer.wrap(out).putShort(MAC + 10, (short) 0);
            ByteBuffer.wrap(out).putShort(MAC + 10, (short) ~TestPacket.sum(out, MAC, header));
        }
        return out;
    }

    /** A frame as it is compared: of an error that a router makes, identification and checksum are its own, and so is which address. */
    private static String text(KernelRouter.Sent sent) {
        byte[] frame = sent.frame().clone();
        ByteBuffer out = ByteBuffer.wrap(frame);
        if (out.getShort(12) == 0x0800 && frame[MAC + 9] == 1 && (out.getInt(MAC + 12) & 0xFFFF_FCFF) == 0x0A00_0001) {
            assertEquals(0xFFFF, TestPacket.sum(frame, MAC, 20));
            out.putShort(MAC + 4, (short) 0).putShort(MAC + 10, (short) 0).putInt(MAC + 12, 0);
        } else if (out.getShort(12) == (short) 0x86DD && frame[MAC + 6] == 58 && out.getLong(MAC + 8) >>> 32 == 0x2001_0DB8L
            && (out.getLong(MAC + 8) & 0xFFFC_FFFFL) == 0 && out.getLong(MAC + 16) == 1) {
            int bytes = frame.length - MAC - 40;
            int sum = TestPacket.sum(frame, MAC + 8, 32) + bytes + 58 + TestPacket.sum(frame, MAC + 40, bytes);
            assertEquals(0xFFFF, (sum & 0xFFFF) + (sum >>> 16));
            out.putLong(MAC + 8, 0).putLong(MAC + 16, 0).putShort(MAC + 42, (short) 0);
        }
        return sent.port() + ":" + HexFormat.of().formatHex(frame);
    }

    /** docs/router.md, "Where the cards differ from the kernel". The cards send nothing then. */
    private static boolean isDocumented(byte[] frame, List<String> cards) {
        if (!cards.isEmpty()) {
            return false;
        }
        ByteBuffer in = ByteBuffer.wrap(frame);
        if (in.getShort(12) == 0x0800) {
            int offset = in.getShort(MAC + 6) & 0x1FFF;
            return offset + ((in.getShort(MAC + 2) & 0xFFFF) - 20 >> 3) > 0x1FFF;
        }
        boolean isDisguise = in.getLong(MAC + 8) == 0 && in.getLong(MAC + 16) >>> 32 == 0xFFFF;
        boolean isFromNobody = (in.getLong(MAC + 8) | in.getLong(MAC + 16)) == 0;
        boolean isToNobody = (in.getLong(MAC + 24) | in.getLong(MAC + 32)) == 0;
        return isDisguise || isFromNobody || isToNobody || frame[MAC + 6] == 58 && (frame[MAC + 40] & 0xFF) == 137;
    }

    private void report(String what) {
        System.out.println(what + ": " + compared + " compared, " + leftToHost + " left to the host, " + different.size() + " different");
        assertTrue(compared > leftToHost, "most are not left to the host");
        assertTrue(different.isEmpty(), () -> different.size() + " of " + compared + " are different:\n"
            + String.join("\n", different.subList(0, Math.min(MAX_NOTIFIED, different.size()))));
    }

    @Test
    void theCorpusByEachPort() throws IOException {
        List<OddPacket> corpus = share(OddPacket.corpus(), seed());
        withSmallWires(() -> corpusOf(corpus, true), () -> corpusOf(corpus, false));
        report("corpus");
    }

    private void corpusOf(List<OddPacket> corpus, boolean six) {
        corpus.stream().filter(odd -> odd.isVersion6() == six).forEach(odd -> {
            for (int port = 1; port <= PORTS; port++) {
                compare(odd.name(), port, odd.frame(port));
            }
        });
    }

    @Test
    void lengthsAtTheMtuOfEachPortAndRoute() throws IOException {
        long seed = seed();
        List<OddPacket> six = new ArrayList<>();
        List<OddPacket> four = new ArrayList<>();
        for (String to : List.of("10.0.1.2", "10.0.2.2", "10.0.3.2", "10.15.0.1", "10.9.0.1", "10.16.0.1")) {
            int mtu = to.startsWith("10.0.1") || to.startsWith("10.15") ? 1_500 : to.startsWith("10.0.2") || to.startsWith("10.9.") ? MTU_2
                : SMALL_4;
            int each = mtu - 20 & -8;
            for (int bytes : List.of(mtu - 9, mtu - 1, mtu, mtu + 1, mtu + 7, mtu + 8, 2 * each + 19, 2 * each + 20, 2 * each + 21,
                2 * each + 22, 2 * each + 23, 2 * each + 24, 2 * each + 28, 1_499, 1_500)) {
                for (String flags : List.of("0", "4000", "2000", "2010", "0010", "8000", "6000", "1fff", "1f80", "3fa0")) {
                    for (int ttl : List.of(1, 2, 64)) {
                        if (bytes <= 1_500) {
                            String text = "ip4 dst=" + to + " frag=" + flags + " ttl=" + ttl + " udp=" + (bytes - 28);
                            four.add(new OddPacket(text, text, ""));
                        }
                    }
                }
            }
        }
        for (String to : List.of("2001:db8:1::2", "2001:db8:2::2", "2001:db8:3::2", "2001:db8:15::1", "2001:db8:9::1", "2001:db8:16::1")) {
            for (int bytes : List.of(SMALL_6 - 1, SMALL_6, SMALL_6 + 1, MTU_2 - 1, MTU_2, MTU_2 + 1, 1_499, 1_500)) {
                for (String ext : List.of("", " ext=dst", " ext=frag0", " ext=frag1", " ext=auth", " ext=dst,rt0,dst")) {
                    for (int limit : List.of(1, 2, 64)) {
                        int headers = ext.isEmpty() ? 0 : ext.contains("auth") ? 24 : 8 * ext.split(",").length;
                        String text = "ip6 dst=" + to + " limit=" + limit + ext + " udp=" + (bytes - 48 - headers);
                        six.add(new OddPacket(text, text, ""));
                    }
                }
            }
        }
        withSmallWires(() -> corpusOf(share(six, seed), true), () -> corpusOf(share(four, seed), false));
        report("lengths");
    }

    @Test
    void mutatedPackets() throws IOException {
        mutated(isAll() ? MUTATIONS : SHARE);
    }

    private void mutated(int count) throws IOException {
        SplittableRandom random = new SplittableRandom(seed());
        List<OddPacket> corpus = OddPacket.corpus();
        List<OddPacket> six = corpus.stream().filter(OddPacket::isVersion6).toList();
        List<OddPacket> four = corpus.stream().filter(odd -> !odd.isVersion6()).toList();
        withSmallWires(() -> mutated(six, count / 3, random), () -> mutated(four, count - count / 3, random));
        report("mutated");
    }

    private void mutated(List<OddPacket> corpus, int count, SplittableRandom random) {
        for (int i = 0; i < count; i++) {
            int port = random.nextInt(1, PORTS + 1);
            OddPacket odd = corpus.get(random.nextInt(corpus.size()));
            compare("mutated " + odd.name(), port, RouterFuzzTest.mutated(odd.frame(port), random));
        }
    }
}
