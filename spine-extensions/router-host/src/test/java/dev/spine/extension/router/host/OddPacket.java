package dev.spine.extension.router.host;

import dev.spine.iop.packet.wire.Address;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A line of the corpus of odd packets.
 *
 * @param name what is odd
 * @param text the packet
 * @param outcome what has to become of it
 */
record OddPacket(String name, String text, String outcome) {
    private static final int MAC = 14;
    private static final int COLUMNS = 4;

    /** {@return all lines} */
    static List<OddPacket> corpus() {
        try (InputStream in = Objects.requireNonNull(OddPacket.class.getResourceAsStream("packets.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(OddPacket::of).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static OddPacket of(String line) {
        List<String> columns = List.of(line.split("\\|"));
        if (columns.size() != COLUMNS) {
            throw new IllegalArgumentException("four columns: " + line);
        }
        return new OddPacket(columns.get(0).strip(), columns.get(1).strip(), columns.get(2).strip());
    }

    boolean isVersion6() {
        return text.startsWith("ip6");
    }

    private Map<String, String> words() {
        Map<String, String> words = new HashMap<>();
        for (String word : List.of(text.split(" "))) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                words.put(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        return words;
    }

    /** {@return the frame that comes in by card 1} */
    byte[] frame() {
        return frame(1);
    }

    /**
     * {@return the frame that comes in by a card, from its station unless the line says otherwise}
     *
     * @param card its number
     */
    byte[] frame(int card) {
        Map<String, String> words = words();
        words.putIfAbsent("src", (isVersion6() ? "2001:db8:%d::2" : "10.0.%d.2").formatted(card));
        boolean raw = text.startsWith("raw");
        byte[] packet = raw ? hex(words.getOrDefault("hex", "")) : isVersion6() ? ip6(words) : ip4(words);
        int type = words.containsKey("type") ? Integer.parseInt(words.getOrDefault("type", ""), 16) : isVersion6() ? 0x86DD : 0x0800;
        long mac = words.getOrDefault("mac", "card").equals("card") ? RouterRig.mac(card) : 0xFFFF_FFFF_FFFFL;
        byte[] frame = TestPacket.frame(mac, RouterRig.stationMac(card), type, packet);
        int bytes = frame.length + number(words, "pad", 0) - number(words, "cut", 0);
        byte[] all = Arrays.copyOf(frame, bytes);
        if (bytes > frame.length) {
            Arrays.fill(all, frame.length, bytes, (byte) 0xA5);
        }
        return all;
    }

    private static int number(Map<String, String> words, String key, int standard) {
        String text = words.get(key);
        return text == null ? standard : Integer.parseInt(text);
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    private static byte[] payload(Map<String, String> words) {
        String icmp = words.get("icmp");
        if (words.containsKey("udp")) {
            int bytes = number(words, "udp", 0);
            ByteBuffer udp = ByteBuffer.allocate(8 + bytes).putShort((short) 4000).putShort((short) 4001).putShort((short) (8 + bytes))
                .putShort((short) 0);
            for (int i = 0; i < bytes; i++) {
                udp.put((byte) i);
            }
            return udp.array();
        }
        if (icmp != null) {
            List<String> kind = List.of(icmp.split("/"));
            return ByteBuffer.allocate(16).put((byte) Integer.parseInt(kind.get(0))).put((byte) Integer.parseInt(kind.get(1))).array();
        }
        byte[] given = hex(words.getOrDefault("hex", ""));
        return Arrays.copyOf(given, given.length + number(words, "data", 0));
    }

    private static byte[] ip4(Map<String, String> words) {
        byte[] options = hex(words.getOrDefault("opts", ""));
        byte[] payload = payload(words);
        int header = 20 + options.length;
        ByteBuffer packet = ByteBuffer.allocate(header + payload.length)
            .put((byte) (number(words, "ver", 4) << 4 | number(words, "ihl", header / 4)))
            .put((byte) Integer.parseInt(words.getOrDefault("tos", "0"), 16))
            .putShort((short) number(words, "len", header + payload.length)).putShort((short) number(words, "id", 7))
            .putShort((short) Integer.parseInt(words.getOrDefault("frag", "0"), 16)).put((byte) number(words, "ttl", 64))
            .put((byte) number(words, "proto", words.containsKey("icmp") ? 1 : 17)).putShort((short) 0)
            .putInt(Address.parse(words.getOrDefault("src", "")).bits4())
            .putInt(Address.parse(words.getOrDefault("dst", "10.0.2.2")).bits4()).put(options).put(payload);
        String sum = words.getOrDefault("sum", "");
        int right = ~TestPacket.sum(packet.array(), 0, header);
        packet.putShort(10, (short) (sum.isEmpty() ? right : sum.equals("bad") ? right ^ 0x0100 : Integer.parseInt(sum, 16)));
        return packet.array();
    }

    private static byte[] ip6(Map<String, String> words) {
        byte[] payload = payload(words);
        int next = number(words, "next", words.containsKey("icmp") ? 58 : 17);
        ByteArrayOutputStream headers = new ByteArrayOutputStream();
        String names = words.get("ext");
        List<String> extensions = names == null ? List.of() : Arrays.stream(names.split(",")).flatMap(OddPacket::repeated).toList();
        for (int i = 0; i < extensions.size(); i++) {
            int after = i + 1 < extensions.size() ? number(extensions.get(i + 1)) : next;
            headers.writeBytes(switch (extensions.get(i)) {
                case "hbh", "dst" -> new byte[] {(byte) after, 0, 1, 4, 0, 0, 0, 0};
                case "rt0" -> new byte[] {(byte) after, 0, 0, 0, 0, 0, 0, 0};
                case "frag0" -> new byte[] {(byte) after, 0, 0, 1, 0, 0, 0, 9};
                case "frag1" -> new byte[] {(byte) after, 0, 0, 9, 0, 0, 0, 9};
                case "auth" -> new byte[] {(byte) after, 4, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
                default -> throw new IllegalArgumentException(extensions.get(i));
            });
        }
        byte[] chain = headers.toByteArray();
        int first = extensions.isEmpty() ? next : number(extensions.getFirst());
        int flow = Integer.parseInt(words.getOrDefault("flow", "0"), 16);
        return ByteBuffer.allocate(40 + chain.length + payload.length).putInt(number(words, "ver", 6) << 28 | flow)
            .putShort((short) number(words, "len", chain.length + payload.length)).put((byte) first)
            .put((byte) number(words, "limit", 64)).put(bytes6(words.getOrDefault("src", "")))
            .put(bytes6(words.getOrDefault("dst", "2001:db8:2::2"))).put(chain).put(payload).array();
    }

    /** The JDK takes an IPv4 address in disguise for an IPv4 address. */
    private static byte[] bytes6(String text) {
        String disguise = "::ffff:";
        return text.startsWith(disguise)
            ? ByteBuffer.allocate(16).putLong(0).putInt(0xFFFF).put(Address.parse(text.substring(disguise.length())).bytes()).array()
            : Address.parse(text).bytes();
    }

    /** A name, or {@code dst*9} for nine of them. */
    private static Stream<String> repeated(String names) {
        int star = names.indexOf('*');
        return star < 0 ? Stream.of(names)
            : Stream.generate(() -> names.substring(0, star)).limit(Integer.parseInt(names.substring(star + 1)));
    }

    private static int number(String extension) {
        return switch (extension) {
            case "hbh" -> 0;
            case "dst" -> 60;
            case "rt0" -> 43;
            case "frag0", "frag1" -> 44;
            case "auth" -> 51;
            default -> throw new IllegalArgumentException(extension);
        };
    }

    /** {@return the frame without what is behind the packet} */
    static byte[] withoutPadding(byte[] frame) {
        ByteBuffer in = ByteBuffer.wrap(frame);
        int total = in.getShort(12) == 0x0800 ? in.getShort(MAC + 2) & 0xFFFF : 40 + (in.getShort(MAC + 4) & 0xFFFF);
        return Arrays.copyOf(frame, MAC + total);
    }

    @Override
    public String toString() {
        return name;
    }
}
