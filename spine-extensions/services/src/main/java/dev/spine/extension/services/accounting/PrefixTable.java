package dev.spine.extension.services.accounting;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.services.packet.IpPrefix;
import dev.spine.extension.services.packet.PacketHeaders;
import java.util.ArrayList;
import java.util.List;

/** Packets and bytes from and to prefixes; an address belongs to the longest that it begins with. */
final class PrefixTable {
    /** The most prefixes: each packet is compared with them, one after the other. */
    static final int MAX = 32;

    private static final int NUMBERS = AccountingProtocol.PREFIX_BYTES / 8;

    private final IpPrefix[] prefixes;
    /** Where in the order of the parameter each is. */
    private final int[] places;
    private final long[] totals;

    PrefixTable(List<String> texts) {
        if (texts.size() > MAX) {
            throw new IllegalArgumentException("the parameter prefixes has at most " + MAX + " of them, not " + texts.size());
        }
        List<IpPrefix> parsed = new ArrayList<>();
        for (String text : texts) {
            IpPrefix prefix = IpPrefix.parse(text);
            for (IpPrefix other : parsed) {
                if (other.bits() == prefix.bits() && other.matches(prefix.version(), prefix.high(), prefix.low())) {
                    throw new IllegalArgumentException("the parameter prefixes has " + text + " twice");
                }
            }
            parsed.add(prefix);
        }
        prefixes = new IpPrefix[parsed.size()];
        places = new int[prefixes.length];
        totals = new long[prefixes.length * NUMBERS];
        int count = 0;
        for (int bits = 128; bits >= 0; bits--) {
            for (int i = 0; i < prefixes.length; i++) {
                if (parsed.get(i).bits() == bits) {
                    prefixes[count] = parsed.get(i);
                    places[count] = i;
                    count++;
                }
            }
        }
    }

    int count() {
        return prefixes.length;
    }

    void count(PacketHeaders headers, int bytes) {
        add(find(headers.version(), headers.sourceHigh(), headers.sourceLow()), 0, bytes);
        add(find(headers.version(), headers.destinationHigh(), headers.destinationLow()), 2, bytes);
    }

    private int find(int version, long high, long low) {
        for (int i = 0; i < prefixes.length; i++) {
            if (prefixes[i].matches(version, high, low)) {
                return places[i];
            }
        }
        return -1;
    }

    private void add(int place, int number, int bytes) {
        if (place >= 0) {
            totals[place * NUMBERS + number]++;
            totals[place * NUMBERS + number + 1] += bytes;
        }
    }

    void write(Buffer into) {
        for (int i = 0; i < totals.length; i++) {
            into.put64(i * 8, totals[i]);
        }
    }
}
