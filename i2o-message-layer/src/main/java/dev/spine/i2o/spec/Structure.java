package dev.spine.i2o.spec;

import dev.spine.i2o.layout.Layout;

/**
 * One structure of the specification. Immutable; any thread.
 *
 * @param section under which heading it is printed
 * @param about what it is, in a few words: function and class of a message, number of a group
 * @param layout its name, size and fields
 */
public record Structure(Section section, String about, Layout layout) {
    /** The headings of the printed specification, in their order. */
    public enum Section {
        /** What every frame begins with. */
        FRAMES("Frames"),
        /** Requests and replies. */
        MESSAGES("Messages"),
        /** Tables and words in memory. */
        TABLES("Tables and words in memory"),
        /** Elements of scatter-gather lists. */
        SCATTER_GATHER("Scatter-gather elements"),
        /** Operation and result lists. */
        PARAMETER_LISTS("Parameter lists"),
        PARAMETER_GROUPS("Parameter groups");

        private final String heading;

        Section(String heading) {
            this.heading = heading;
        }

        /** {@return the heading, for people} */
        public String heading() {
            return heading;
        }
    }

    /** {@return the name of the structure; no two structures share one} */
    public String name() {
        return layout.name();
    }
}
