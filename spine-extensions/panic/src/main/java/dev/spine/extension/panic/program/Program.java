package dev.spine.extension.panic.program;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A program that has passed all checks. It does not change, and may be used by any thread. */
public final class Program {
    private final String name;
    private final int id;
    private final int checksum;
    private final Variable[] variables;
    private final Map<String, Variable> byKey;
    private final ProgramCode code;
    private final int dataWords;

    Program(String name, int id, int checksum, Variable[] variables, Map<String, Variable> byKey, int dataWords, ProgramCode code) {
        this.name = name;
        this.id = id;
        this.checksum = checksum;
        this.variables = variables;
        this.byKey = byKey;
        this.dataWords = dataWords;
        this.code = code;
    }

    /** {@return its name, for people and tools} */
    public String name() {
        return name;
    }

    /** {@return its number, 1 to 65,535; 0 when it is given at load time} */
    public int id() {
        return id;
    }

    /** {@return the checksum of its file, by which what was made of the same file is known} */
    public int checksum() {
        return checksum;
    }

    /** {@return the data area that it needs, in words, all zero when it starts} */
    public int dataWords() {
        return dataWords;
    }

    /** {@return how many variables it has} */
    public int variables() {
        return variables.length;
    }

    /**
     * {@return a variable}
     *
     * @param index 0 to {@link #variables()} - 1, in the order of the data area
     */
    public Variable variable(int index) {
        return variables[index];
    }

    /**
     * {@return the variable of the same name, or null when it has none}
     *
     * @param other of another program
     */
    public @Nullable Variable like(Variable other) {
        return byKey.get(other.key());
    }

    /** {@return its instructions, blocks and lines} */
    public ProgramCode code() {
        return code;
    }
}
