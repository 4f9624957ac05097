package dev.spine.extension.runtime;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The images that were accepted and metered last, so that an extension that comes back (after a failure, for another instance) is not
 * judged anew: verdict and meter depend on nothing but the bytes of the classes and which of them is the entry. Belongs to the card's
 * agent.
 *
 * <p>Each owner has its own, which its own loads alone fill: how long a load takes tells nobody what others have loaded. What others load
 * empties them only when more than {@link #MOST_OWNERS} owners load. Images are compared byte by byte; no digest has to be trusted. What is
 * kept is bytes: each load defines classes of its own from them.
 */
final class AcceptedImages {
    /** How many owners are remembered; beyond that the one that has not loaded for longest is forgotten whole. */
    static final int MOST_OWNERS = 16;
    /** How many images are kept of one owner. */
    static final int MOST_OF_OWNER = 4;
    /** The most bytes of class files, as they came and metered, that are kept of one owner. */
    static final int MOST_BYTES = 256 << 10;

    private record Accepted(ExtensionImage image, MeteredImage metered, int bytes) {
        boolean is(ExtensionImage other) {
            return image.entryClass().equals(other.entryClass()) && isSame(image.classes(), other.classes());
        }

        private static boolean isSame(Map<String, byte[]> one, Map<String, byte[]> other) {
            return one.size() == other.size() && one.entrySet().stream()
                .allMatch(entry -> Arrays.equals(entry.getValue(), other.get(entry.getKey())));
        }
    }

    /** Images of one owner, last used first. */
    private final Map<Integer, ArrayDeque<Accepted>> owners = new LinkedHashMap<>(MOST_OWNERS, 0.75f, true);

    /** {@return an owner's image as it was metered before, or null} */
    @Nullable MeteredImage find(int owner, ExtensionImage image) {
        ArrayDeque<Accepted> own = owners.get(owner);
        if (own == null) {
            return null;
        }
        for (Iterator<Accepted> each = own.iterator(); each.hasNext(); ) {
            Accepted accepted = each.next();
            if (accepted.is(image)) {
                each.remove();
                own.addFirst(accepted);
                return accepted.metered();
            }
        }
        return null;
    }

    /** Keeps an image that has passed the verdict and the meter, in place of those of its owner that were not used for longest. */
    void keep(int owner, ExtensionImage image, MeteredImage metered) {
        int bytes = bytes(image.classes()) + bytes(metered.classes());
        if (bytes > MOST_BYTES) {
            return;
        }
        if (owners.size() == MOST_OWNERS && !owners.containsKey(owner)) {
            owners.remove(owners.keySet().iterator().next());
        }
        ArrayDeque<Accepted> own = owners.computeIfAbsent(owner, _ -> new ArrayDeque<>(MOST_OF_OWNER));
        while (own.size() == MOST_OF_OWNER || own.stream().mapToInt(Accepted::bytes).sum() + bytes > MOST_BYTES) {
            own.removeLast();
        }
        own.addFirst(new Accepted(image, metered, bytes));
    }

    private static int bytes(Map<String, byte[]> classes) {
        return classes.values().stream().mapToInt(one -> one.length).sum();
    }

    /** An owner's connection has ended. */
    void forget(int owner) {
        owners.remove(owner);
    }

    void forget() {
        owners.clear();
    }
}
