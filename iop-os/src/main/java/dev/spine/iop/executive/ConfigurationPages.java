package dev.spine.iop.executive;

import org.jspecify.annotations.Nullable;

/** A device module that has pages of its own in the configuration dialog, beside those that every object has. On the IOP's agent. */
public interface ConfigurationPages {
    /** The first page number that is a module's own; lower ones are the executive's. */
    int FIRST_OWN_PAGE = 0x100;

    /**
     * Makes a page, after it has taken what the user entered.
     *
     * @param number from {@link #FIRST_OWN_PAGE}
     * @param query what the user entered, as {@code name=value&name=value}, decoded nowhere; empty for nothing
     * @return an HTML text in ASCII, or null when there is no such page
     */
    @Nullable String page(int number, String query);
}
