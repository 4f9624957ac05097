package dev.spine.extension.router;

import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.router.part.ExtensionParameters;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a card's router is told when it is loaded. What is missing has a standard; what cannot be is an exception, by which the load is
 * refused.
 *
 * @param port the number of its port, 1 to {@link RouterProtocol#MAX_PORTS}
 * @param key what tells this router's messages from others
 * @param order the priority number of its packet handlers
 * @param stages the numbers of the stages before the wire
 * @param tableBytes bytes of the forwarding table
 * @param nextHops how many next hops there can be
 * @param batchBytes bytes of a batch
 * @param icmpRate ICMP errors in a second
 * @param icmpBurst ICMP errors at once
 * @param reserved what becomes of packets from and to reserved addresses
 */
record RouterParameters(int port, RouterKey key, int order, List<Integer> stages, int tableBytes, int nextHops, int batchBytes,
    int icmpRate, int icmpBurst, ReservedAddresses reserved) {
    private static final int HEX = 16;

    static RouterParameters of(ExtensionContext context) {
        String key = context.parameter(RouterProtocol.PARAMETER_KEY);
        String all = key == null ? "0000000000000000" : "0".repeat(Math.max(0, HEX - key.length())) + key;
        return new RouterParameters(number(context, RouterProtocol.PARAMETER_PORT, 1, 1, RouterProtocol.MAX_PORTS), key(all),
            number(context, RouterProtocol.PARAMETER_ORDER, 0, -32_768, 32_767),
            stages(context.parameter(RouterProtocol.PARAMETER_EGRESS)),
            number(context, RouterProtocol.PARAMETER_TABLE_BYTES, 256 << 10, 32 << 10, 1 << 30),
            number(context, RouterProtocol.PARAMETER_NEXT_HOPS, 1_023, 1, RouterProtocol.MAX_NEXT_HOP),
            number(context, RouterProtocol.PARAMETER_BATCH_BYTES, 72 << 10, 2 << 10, 1 << 20),
            number(context, RouterProtocol.PARAMETER_ICMP_RATE, 1_000, 1, 1_000_000),
            number(context, RouterProtocol.PARAMETER_ICMP_BURST, 50, 1, 1_000_000), reserved(context));
    }

    private static ReservedAddresses reserved(ExtensionContext context) {
        String word = context.parameter(RouterProtocol.PARAMETER_RESERVED);
        return word == null ? ReservedAddresses.DROP : ReservedAddresses.of(word);
    }

    private static RouterKey key(String digits) {
        try {
            return new RouterKey(Integer.parseUnsignedInt(digits.substring(0, 8), HEX),
                Integer.parseUnsignedInt(digits.substring(8), HEX));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("parameter key has 1 to 16 hexadecimal digits");
        }
    }

    private static int number(ExtensionContext context, String name, int standard, int least, int most) {
        return (int) ExtensionParameters.number(context, name, standard, least, most);
    }

    private static List<Integer> stages(@Nullable String text) {
        List<Integer> numbers = new ArrayList<>();
        if (text == null || text.isEmpty()) {
            return numbers;
        }
        int from = 0;
        while (from <= text.length()) {
            if (numbers.size() == RouterProtocol.MAX_STAGES) {
                throw new IllegalArgumentException("there are at most " + RouterProtocol.MAX_STAGES + " stages before the wire");
            }
            int comma = text.indexOf(',', from);
            int end = comma < 0 ? text.length() : comma;
            numbers.add(EgressStages.number(text.substring(from, end).strip()));
            from = end + 1;
        }
        return numbers;
    }
}
