package dev.spine.extension.runtime.verify;

import java.util.Locale;

/** Every limit of an image, with its reason. Any thread. */
public enum Limits {
    /** Bytes of a jar, packed and unpacked. */
    IMAGE_BYTES(1 << 20, "the card holds an image twice while it loads it; the largest memory of a card of the time was 64 MiB"),
    /** Classes of an image. */
    CLASSES(256, "loading stays below a few milliseconds"),
    /** Bytes of one class file. */
    CLASS_BYTES(128 * 1024, "reading one class is one step of the card's agent"),
    /** Entries of a constant pool. */
    POOL_ENTRIES(8192, "every entry is looked at; javac needs a few hundred"),
    /** Characters of a class's name. */
    NAME(255, "messages of the virtual machine repeat it; files have shorter ones"),
    /** Methods of a class. */
    METHODS(512, "every method is metered; people write tens"),
    /** Fields of a class. */
    FIELDS(512, "an object is charged by its fields; people write tens"),
    /** Interfaces of a class. */
    INTERFACES(32, "members are searched through all of them"),
    /** Classes above a class within the image. */
    INHERITANCE(32, "members are searched through all of them"),
    /** Bytes of code of a method. */
    CODE_BYTES(16 * 1024, "the meter adds code, and a method must stay below the 64 KiB of the virtual machine"),
    /** Slots of locals of a method. */
    LOCALS(256, "recursion is bounded by counting frames, so a frame must be bounded"),
    /** Slots of the operand stack of a method. */
    STACK(256, "recursion is bounded by counting frames, so a frame must be bounded"),
    /** Entries of an exception table. */
    HANDLERS(64, "an exception that passes looks at each, in every frame"),
    /** Types above a class, in all. */
    SUPERTYPES(32, "a test of a type may look at each"),
    /** Different lambdas, method references, joined texts and switches on patterns of an image. */
    DYNAMIC(2048, "each becomes a class or a method when the image is metered"),
    /** Labels of a switch on patterns, and parts of a joined text. */
    LABELS(512, "each becomes a test or a call"),
    /** Dimensions of an array. */
    ARRAY_DIMENSIONS(8, "one instruction allocates the product of all"),
    /** Findings that are kept. */
    FINDINGS(200, "nobody reads more, and a hostile image would have millions");

    private final int most;
    private final String reason;

    Limits(int most, String reason) {
        this.most = most;
        this.reason = reason;
    }

    /** {@return the largest value that is accepted} */
    public int most() {
        return most;
    }

    /** {@return why there is a limit, and why this one} */
    public String reason() {
        return reason;
    }

    /** {@return its name in verdicts and documents} */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
