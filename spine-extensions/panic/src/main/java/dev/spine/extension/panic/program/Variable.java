package dev.spine.extension.panic.program;

/** A variable: a name for words of the data area. Any thread. */
public final class Variable {
    private final String name;
    /** By which names are compared: made once, as making it takes much of a card's time. */
    private final String key;
    private final int first;
    private final int words;

    Variable(String name, int first, int words) {
        this.name = name;
        this.key = ProgramNames.folded(name);
        this.first = first;
        this.words = words;
    }

    /** {@return its name as first written; names are compared without case} */
    public String name() {
        return name;
    }

    String key() {
        return key;
    }

    /** {@return its first word in the data area} */
    public int first() {
        return first;
    }

    /** {@return how many words: of an array, too, it may be 1} */
    public int words() {
        return words;
    }
}
