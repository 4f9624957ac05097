package dev.spine.command.control;

import java.nio.file.attribute.UserPrincipal;

/**
 * Who is at the other end of a connection, as the operating system says; nothing that the client sends has a say in it. Any thread.
 *
 * @param user of the client's process when it connected; equal for equal user numbers
 * @param rights what that user may do
 */
public record Peer(UserPrincipal user, Rights rights) {
    /** What a user may do. */
    public enum Rights {
        /** He runs the system, or is root: everything. */
        ADMINISTRATOR,
        /** Load extensions, and work with those that he has loaded. */
        USER
    }

    /** {@return the user's name, or his number where he has no name} */
    public String name() {
        return user.getName();
    }

    /** {@return whether all is allowed} */
    public boolean isAdministrator() {
        return rights == Rights.ADMINISTRATOR;
    }
}
