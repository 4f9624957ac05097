package dev.spine.command.control;

import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/** Who may connect to a control socket. What he may do there is another question, which {@link Peer} answers. Any thread. */
public enum SocketMode {
    /** Only who runs the system, and root. */
    OWNER,
    /** Also members of the socket's group. */
    GROUP,
    /** Every user of this machine. */
    ALL;

    /** {@return the permissions of the socket's file: connecting is writing} */
    Set<PosixFilePermission> permissions() {
        Set<PosixFilePermission> permissions = EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        if (this != OWNER) {
            permissions.add(PosixFilePermission.GROUP_READ);
            permissions.add(PosixFilePermission.GROUP_WRITE);
        }
        if (this == ALL) {
            permissions.add(PosixFilePermission.OTHERS_READ);
            permissions.add(PosixFilePermission.OTHERS_WRITE);
        }
        return permissions;
    }
}
