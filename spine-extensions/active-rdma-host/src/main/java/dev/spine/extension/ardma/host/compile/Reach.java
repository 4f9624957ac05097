package dev.spine.extension.ardma.host.compile;

import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.RunLayout;

/**
 * So many bytes of an area that are used together.
 *
 * @param area its number in {@link RunLayout}
 * @param bytes how many
 * @param writes whether they are written
 */
record Reach(int area, int bytes, boolean writes) {
    /** {@return that of an access to an area} */
    static Reach of(int area, Intrinsic access) {
        int bytes = switch (access) {
            case LOAD8, STORE8 -> Byte.BYTES;
            case LOAD16, STORE16 -> Short.BYTES;
            case LOAD32, STORE32 -> Integer.BYTES;
            default -> Long.BYTES;
        };
        return new Reach(area, bytes, access.name().startsWith("STORE") || access == Intrinsic.CAS || access == Intrinsic.FETCH_ADD);
    }
}
