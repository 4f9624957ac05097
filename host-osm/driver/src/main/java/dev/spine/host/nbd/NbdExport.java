package dev.spine.host.nbd;

import dev.spine.host.block.BlockDevice;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A block device under a name by which NBD clients ask for it.
 *
 * @param name at most 255 bytes in UTF-8
 * @param description for people, at most 255 bytes in UTF-8; may be empty
 * @param device what is exported; used on the host agent's thread
 * @param access what clients may do
 * @param map which bytes are holes, for clients that ask for the context {@code base:allocation}; null where nobody knows
 */
public record NbdExport(String name, String description, BlockDevice device, Access access, @Nullable BlockMap map) {
    /** Longest name and description, in bytes of UTF-8. */
    public static final int MAX_TEXT_BYTES = 255;

    /** What clients may do. */
    public enum Access {
        /** What the device allows. */
        AS_DEVICE,
        /** Only reading. */
        READ_ONLY
    }

    /**
     * An export of which nobody knows where it has holes.
     *
     * @param name as for the other constructor
     * @param description likewise
     * @param device likewise
     * @param access likewise
     */
    public NbdExport(String name, String description, BlockDevice device, Access access) {
        this(name, description, device, access, null);
    }

    /**
     * Checks the lengths.
     *
     * @throws IllegalArgumentException when name or description is too long
     */
    public NbdExport {
        check("name", name);
        check("description", description);
    }

    private static void check(String what, String text) {
        if (text.getBytes(StandardCharsets.UTF_8).length > MAX_TEXT_BYTES) {
            throw new IllegalArgumentException("the " + what + " of an export has at most " + MAX_TEXT_BYTES + " bytes: '" + text + "'");
        }
    }

    /** {@return whether clients cannot write now} */
    boolean isReadOnly() {
        return access == Access.READ_ONLY || device.info().readOnly();
    }
}
