package dev.spine.device.os;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.FileSystems;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.attribute.UserPrincipalNotFoundException;

/**
 * Users of this machine by their numbers. Any thread.
 *
 * <p>Source: getpwuid_r(3); the name is the first member of the structure.
 */
@SuppressWarnings("restricted") // native calls are what this class is for
public final class SystemUsers {
    private static final int ENTRY_BYTES = 256;
    private static final int TEXT_BYTES = 64 << 10;
    private static final MethodHandle GETPWUID = Downcalls.find("getpwuid_r", ValueLayout.JAVA_INT, ValueLayout.JAVA_INT,
        ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);

    private SystemUsers() {}

    /**
     * {@return a user, by his name where he has one; equal for equal numbers}
     *
     * @param number of the user
     * @throws IOException users cannot be looked up
     */
    public static UserPrincipal of(long number) throws IOException {
        UserPrincipalLookupService users = FileSystems.getDefault().getUserPrincipalLookupService();
        UserPrincipal byNumber = users.lookupPrincipalByName(Long.toString(number));
        String name = name(number);
        try {
            UserPrincipal byName = name.isEmpty() ? byNumber : users.lookupPrincipalByName(name);
            return byName.equals(byNumber) ? byName : byNumber;
        } catch (UserPrincipalNotFoundException e) {
            return byNumber;
        }
    }

    private static String name(long number) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment entry = arena.allocate(ENTRY_BYTES, 8);
            MemorySegment text = arena.allocate(TEXT_BYTES);
            MemorySegment found = arena.allocate(ValueLayout.ADDRESS);
            Downcalls.checked(state -> (int) GETPWUID.invokeExact(state, (int) number, entry, text, (long) TEXT_BYTES, found));
            if (found.get(ValueLayout.JAVA_LONG, 0) == 0) {
                return "";
            }
            return entry.get(ValueLayout.ADDRESS, 0).reinterpret(TEXT_BYTES).getString(0);
        }
    }
}
