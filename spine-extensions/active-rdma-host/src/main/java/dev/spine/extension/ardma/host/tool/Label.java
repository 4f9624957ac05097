package dev.spine.extension.ardma.host.tool;

/** A place in the code of a method, to which it jumps. It is put somewhere once, with {@link MethodBuilder#label}. One thread at a time. */
public final class Label {
    private final String name;
    int offset = -1;

    /**
     * A label that is nowhere.
     *
     * @param name for messages
     */
    public Label(String name) {
        this.name = name;
    }

    int requiredOffset() {
        if (offset < 0) {
            throw new RoutineBuildException("the label " + name + " is jumped to and put nowhere");
        }
        return offset;
    }
}
