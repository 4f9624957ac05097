package dev.spine.command.requirements;

import dev.spine.system.file.TomlSection;

/**
 * A paper that requirements were taken from.
 *
 * @param prefix with which the ids of its requirements begin
 * @param title what it is called here
 * @param requirements how many there are: their ids are numbered from 01 without gaps
 * @param later why none of them stands in the list yet; empty when all do
 */
record Paper(String prefix, String title, int requirements, String later) {
    private static final int MAX = 99;

    static Paper read(TomlSection section) {
        String later = section.text("later", "");
        int requirements = later.isEmpty() ? (int) section.number("requirements", 1, MAX) : 0;
        Paper paper = new Paper(section.name("prefix"), section.text("title"), requirements, later);
        section.finish();
        return paper;
    }

    /** Whether an id is one of this paper's, whatever its number. */
    boolean has(String id) {
        return id.startsWith(prefix + "-");
    }
}
