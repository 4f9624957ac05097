package dev.spine.device.os.netlink;

import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.SystemCalls;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A chain of the kernel's packet filter through which packets go that the kernel forwards. Immutable.
 *
 * <p>Source: Linux include/uapi/linux/netfilter/nf_tables.h, nfnetlink.h; nft(8), iptables(8).
 *
 * @param text what it is, for people: {@code nft chain inet filter forward (hook forward, policy drop, 2 rules)}
 */
public record FilterChain(String text) {
    private static final int REQUEST_DUMP = 0x301;
    private static final int NFT_NEW_CHAIN = 10 << 8 | 3;
    private static final int NFT_GET_CHAIN = 10 << 8 | 4;
    private static final int ERROR = 2;
    private static final int DONE = 3;
    private static final int HEADER = 4;
    private static final int CHAIN_TABLE = 1;
    private static final int CHAIN_NAME = 3;
    private static final int CHAIN_HOOK = 4;
    private static final int CHAIN_POLICY = 5;
    private static final int CHAIN_USE = 6;
    private static final int HOOK_NUMBER = 1;
    private static final int POLICY_DROP = 0;
    private static final int RECEIVE_BYTES = 1 << 20;
    private static final int ANSWER_LIMIT_MS = 5_000;

    /**
     * {@return the chains through which forwarded packets go and that can do something with them: those with rules, or whose policy is to
     * drop; none where the kernel has no packet filter, or does not let it be read}
     *
     * @param namespace of which network
     * @throws SystemCallException there is no such namespace, or it may not be entered
     */
    public static List<FilterChain> ofForwarded(NetworkNamespace namespace) {
        List<FilterChain> chains = new ArrayList<>();
        NetlinkSocket socket;
        try {
            socket = NetlinkSocket.openFilters(namespace, RECEIVE_BYTES);
        } catch (SystemCallException e) {
            if (e.error() != NetlinkCalls.EPROTONOSUPPORT) {
                throw e;
            }
            return legacy(namespace);
        }
        try (socket) {
            read(socket, chains);
        }
        chains.addAll(legacy(namespace));
        return chains;
    }

    private static void read(NetlinkSocket socket, List<FilterChain> chains) {
        if (socket.send(NFT_GET_CHAIN, REQUEST_DUMP, ByteBuffer.allocate(HEADER)) < 0) {
            return;
        }
        boolean more = true;
        while (more && socket.await(ANSWER_LIMIT_MS)) {
            long bytes = socket.receive();
            if (bytes > 0) {
                more = parse(socket.received().duplicate().order(ByteOrder.nativeOrder()), (int) Math.min(bytes, socket.capacity()),
                    chains);
            } else {
                more = bytes == -SystemCalls.EAGAIN || bytes == -SystemCalls.EINTR;
            }
        }
    }

    /** Messages of a datagram: {@return whether others follow}; what does not hold together is left out. */
    static boolean parse(ByteBuffer data, int bytes, List<FilterChain> chains) {
        int at = 0;
        while (bytes - at >= MessageParser.HEADER) {
            int length = data.getInt(at);
            if (length < MessageParser.HEADER || length > bytes - at) {
                return false;
            }
            int type = Short.toUnsignedInt(data.getShort(at + 4));
            if (type == ERROR || type == DONE) {
                return false;
            }
            if (type == NFT_NEW_CHAIN && length >= MessageParser.HEADER + HEADER) {
                chain(data, at + MessageParser.HEADER, at + length, chains);
            }
            at += length + 3 & ~3;
        }
        return true;
    }

    private static void chain(ByteBuffer data, int body, int end, List<FilterChain> chains) {
        String family = switch (data.get(body)) {
            case 1 -> "inet";
            case 2 -> "ip";
            case 10 -> "ip6";
            default -> "";
        };
        String table = "";
        String name = "";
        String hook = "";
        int policy = POLICY_DROP + 1;
        int uses = 0;
        Attributes attributes = new Attributes(data).over(body + HEADER, end);
        while (attributes.next()) {
            switch (attributes.type()) {
                case CHAIN_TABLE -> table = MessageParser.text(data, attributes);
                case CHAIN_NAME -> name = MessageParser.text(data, attributes);
                case CHAIN_HOOK -> hook = hook(data, attributes);
                case CHAIN_POLICY -> policy = bigNumber(data, attributes, policy);
                case CHAIN_USE -> uses = bigNumber(data, attributes, uses);
                default -> { }
            }
        }
        if (!family.isEmpty() && !hook.isEmpty() && (policy == POLICY_DROP || uses > 0)) {
            chains.add(new FilterChain("nft chain " + family + " " + table + " " + name + " (hook " + hook + ", policy "
                + (policy == POLICY_DROP ? "drop" : "accept") + ", " + uses + (uses == 1 ? " rule)" : " rules)")));
        }
    }

    /** Those through which forwarded packets go, others are empty. */
    private static String hook(ByteBuffer data, Attributes attribute) {
        Attributes nested = new Attributes(data).over(attribute.from(), attribute.to());
        int number = -1;
        while (nested.next()) {
            if (nested.type() == HOOK_NUMBER) {
                number = bigNumber(data, nested, number);
            }
        }
        return switch (number) {
            case 0 -> "prerouting";
            case 2 -> "forward";
            case 4 -> "postrouting";
            case 5 -> "ingress";
            default -> "";
        };
    }

    private static int bigNumber(ByteBuffer data, Attributes attribute, int otherwise) {
        int number = attribute.number(otherwise);
        return attribute.length() < Integer.BYTES || data.order() == ByteOrder.BIG_ENDIAN ? number : Integer.reverseBytes(number);
    }

    /** The tables of the older iptables, which do not say what is in them to anybody who asks. */
    private static List<FilterChain> legacy(NetworkNamespace namespace) {
        List<FilterChain> tables = new ArrayList<>();
        for (String program : List.of("ip", "ip6")) {
            Path file = Path.of("/proc/thread-self/net/" + program + "_tables_names");
            List<String> names = namespace.call(() -> {
                try {
                    return Files.readAllLines(file, StandardCharsets.US_ASCII);
                } catch (IOException e) {
                    // The kernel has no such tables, or does not show them to whoever runs this.
                    return List.<String>of();
                }
            });
            names.stream().sorted().forEach(name -> tables.add(new FilterChain("legacy " + program + "tables table " + name)));
        }
        return tables;
    }
}
