package dev.spine.command.route.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How large the cards' tables are when nobody says: as a full table of the Internet needs them, or as memory allows. Any thread.
 *
 * @param available bytes that this machine can give to programs
 * @param heap bytes that the Java heap can have at most, where the host's own tables lie; of a container the JVM knows the limit
 */
public record TableMemory(long available, long heap) {
    /** For 1,000,000 routes of IPv4 and 250,000 of IPv6; docs/router.md has what they take. */
    static final int FULL_KIB = 32 << 10;
    /** For the routes of a site. */
    public static final int MIN_KIB = 4 << 10;
    /** What the host itself keeps of a full table. */
    private static final long HOST_BYTES = 1L << 30;
    /** The cards of one router have no more than this share of what is available. */
    private static final int SHARE = 4;
    private static final Path MEMORY = Path.of("/proc/meminfo");
    private static final Pattern AVAILABLE = Pattern.compile("(?m)^MemAvailable:\\s+(\\d+) kB$");

    /** {@return what there is now} Where the system does not say what is available, the heap is all that is asked. */
    public static TableMemory now() {
        long available = Long.MAX_VALUE;
        try {
            Matcher line = AVAILABLE.matcher(Files.readString(MEMORY));
            available = line.find() ? Long.parseLong(line.group(1)) << 10 : available;
        } catch (IOException _) {
            // No Linux.
        }
        return new TableMemory(available, Runtime.getRuntime().maxMemory());
    }

    /** {@return KiB of each table of a router with so many cards} */
    public int kib(int cards) {
        int kib = FULL_KIB;
        while (kib > MIN_KIB && ((long) cards * kib << 10 > available / SHARE || HOST_BYTES / FULL_KIB * kib > heap)) {
            kib /= 2;
        }
        return kib;
    }
}
