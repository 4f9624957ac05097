package dev.spine.perf.reproduce;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What the software of a card takes: the instructions of the methods that can be reached, the constants that these load, and the static
 * fields that they read or write. Names, types and lines for debuggers are not counted, nor the JDK, libraries and buffers. Any thread.
 *
 * @param methods how many
 * @param code bytes of instructions
 * @param constants bytes of texts and numbers that instructions load
 * @param data bytes of static fields
 * @param packages bytes of all of it, by package
 */
record CardImage(int methods, long code, long constants, long data, Map<String, Long> packages) {
    private static final double KBYTE = 1e3;
    /** What is smaller is not named one by one. */
    private static final long NAMED_BYTES = 1_000;
    private static final int COMMON_LETTERS = "dev.spine.".length();

    /**
     * Counts what can be reached.
     *
     * @param entries methods that hardware, engine or host call: class with slashes, a dot, the name
     * @param isOfCard whether a class is the card's, by its name with slashes
     * @throws IllegalStateException for an entry that is not there
     */
    static CardImage of(Set<String> entries, Predicate<String> isOfCard) {
        CardCalls calls = new CardCalls(isOfCard);
        entries.forEach(calls::enter);
        calls.follow();
        Map<String, Long> packages = new TreeMap<>();
        for (Map<String, Long> part : List.of(calls.code(), calls.constants(), calls.data())) {
            part.forEach((type, bytes) -> packages.merge(packageOf(type), bytes, Long::sum));
        }
        return new CardImage(calls.methods(), sum(calls.code()), sum(calls.constants()), sum(calls.data()), Map.copyOf(packages));
    }

    private static String packageOf(String type) {
        return type.substring(0, type.lastIndexOf('/')).replace('/', '.').substring(COMMON_LETTERS);
    }

    private static long sum(Map<String, Long> bytes) {
        return bytes.values().stream().mapToLong(Long::longValue).sum();
    }

    /** {@return all of it, in bytes} */
    long bytes() {
        return code + constants + data;
    }

    /** {@return its parts, and Kbyte by package, the largest first} */
    String text() {
        String largest = packages.entrySet().stream().filter(part -> part.getValue() >= NAMED_BYTES)
            .sorted(Comparator.<Map.Entry<String, Long>>comparingLong(Map.Entry::getValue).reversed().thenComparing(Map.Entry::getKey))
            .map(part -> String.format(Locale.ROOT, "%s %.0f", part.getKey(), part.getValue() / KBYTE)).collect(Collectors.joining(", "));
        return String.format(Locale.ROOT, "%,d methods, %.0f of instructions, %.0f of constants, %.0f of static fields; by package: %s",
            methods, code / KBYTE, constants / KBYTE, data / KBYTE, largest);
    }
}
