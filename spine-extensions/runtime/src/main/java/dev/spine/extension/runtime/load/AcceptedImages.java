package dev.spine.extension.runtime.load;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The images that were accepted and metered last, so that an extension that comes back (after a failure, for another instance) is not
 * verified anew: verdict and meter depend on nothing but the bytes of the classes and which of them is the entry. Belongs to the card's
 * agent.
 *
 * <p>Each owner has its own, which its own loads alone fill: how long a load takes tells nobody what others have loaded. What others load
 * empties them only when more than {@link #MAX_OWNERS} owners load. Images are compared byte by byte as they came, which takes no
 * reading; no digest has to be trusted. What is kept is bytes: each load defines classes of its own from them.
 */
public final class AcceptedImages {
    /** How many owners are remembered; beyond that the one that has not loaded for longest is forgotten whole. */
    static final int MAX_OWNERS = 16;
    /** How many images are kept of one owner. */
    static final int MAX_OF_OWNER = 4;
    /** The most bytes, of images as they came and of metered class files, that are kept of one owner. */
    static final int MAX_BYTES = 256 << 10;

    /**
     * An image that has passed the verdict and the meter.
     *
     * @param jar its bytes as they came
     * @param name the extension's name
     * @param entryClass which class is the entry
     * @param metered its classes with their charges
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Accepted(byte[] jar, String name, String entryClass, MeteredImage metered) {
        int bytes() {
            return jar.length + metered.classes().values().stream().mapToInt(one -> one.length).sum();
        }
    }

    /** Images of one owner, last used first. */
    private final Map<Integer, ArrayDeque<Accepted>> owners = new LinkedHashMap<>(MAX_OWNERS, 0.75f, true);

    /** {@return an owner's image of these bytes as it was accepted before, or null} */
    public @Nullable Accepted find(int owner, byte[] jar) {
        ArrayDeque<Accepted> own = owners.get(owner);
        if (own == null) {
            return null;
        }
        for (Iterator<Accepted> each = own.iterator(); each.hasNext(); ) {
            Accepted accepted = each.next();
            if (Arrays.equals(accepted.jar(), jar)) {
                each.remove();
                own.addFirst(accepted);
                return accepted;
            }
        }
        return null;
    }

    /** Keeps an image that has passed the verdict and the meter, in place of those of its owner that were not used for longest. */
    public void keep(int owner, Accepted image) {
        int bytes = image.bytes();
        if (bytes > MAX_BYTES) {
            return;
        }
        if (owners.size() == MAX_OWNERS && !owners.containsKey(owner)) {
            owners.remove(owners.keySet().iterator().next());
        }
        ArrayDeque<Accepted> own = owners.computeIfAbsent(owner, _ -> new ArrayDeque<>(MAX_OF_OWNER));
        while (own.size() == MAX_OF_OWNER || own.stream().mapToInt(Accepted::bytes).sum() + bytes > MAX_BYTES) {
            own.removeLast();
        }
        own.addFirst(image);
    }

    /** An owner's connection has ended. */
    public void forget(int owner) {
        owners.remove(owner);
    }

    /** Forgets all images. */
    public void forget() {
        owners.clear();
    }
}
