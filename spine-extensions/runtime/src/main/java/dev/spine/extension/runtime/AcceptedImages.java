package dev.spine.extension.runtime;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The images that were accepted and metered last, so that an extension that comes back (after a failure, for another instance) is not
 * judged anew: verdict and meter depend on nothing but the bytes. Belongs to the card's agent.
 *
 * <p>Each owner finds only what was accepted of its own: how long a load takes tells nobody what others have loaded. Images are compared
 * byte by byte; no digest has to be trusted.
 */
final class AcceptedImages {
    /** How many are kept. */
    static final int MOST = 8;
    /** The most bytes of class files that an image may have to be kept: metered ones take a few times as many. */
    static final int MOST_BYTES = 128 << 10;

    private record Accepted(int owner, ExtensionImage image, MeteredImage metered) {
        boolean is(int by, ExtensionImage other) {
            return owner == by && image.entryClass().equals(other.entryClass()) && isSame(image.classes(), other.classes());
        }

        private static boolean isSame(Map<String, byte[]> one, Map<String, byte[]> other) {
            return one.size() == other.size() && one.entrySet().stream()
                .allMatch(entry -> Arrays.equals(entry.getValue(), other.get(entry.getKey())));
        }
    }

    /** Last used first. */
    private final ArrayDeque<Accepted> all = new ArrayDeque<>();

    /** {@return an owner's image as it was metered before, or null} */
    @Nullable MeteredImage find(int owner, ExtensionImage image) {
        for (Iterator<Accepted> each = all.iterator(); each.hasNext(); ) {
            Accepted accepted = each.next();
            if (accepted.is(owner, image)) {
                each.remove();
                all.addFirst(accepted);
                return accepted.metered();
            }
        }
        return null;
    }

    /** Keeps an image that has passed the verdict and the meter, in place of the one that was not used for longest. */
    void keep(int owner, ExtensionImage image, MeteredImage metered) {
        if (image.classes().values().stream().mapToInt(bytes -> bytes.length).sum() > MOST_BYTES) {
            return;
        }
        if (all.size() == MOST) {
            all.removeLast();
        }
        all.addFirst(new Accepted(owner, image, metered));
    }

    void forget() {
        all.clear();
    }
}
