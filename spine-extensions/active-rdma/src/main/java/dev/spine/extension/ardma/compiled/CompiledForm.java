package dev.spine.extension.ardma.compiled;

import dev.spine.extension.api.Buffer;
import org.jspecify.annotations.Nullable;

/** The service of a compiled routine; its version is the number by which the server's host names the form. The card's agent. */
public interface CompiledForm {
    /** Units of fuel that a call may use. */
    int FUEL_OF_CALL = 80_000;
    /** Of these, what may be given as {@link dev.spine.extension.ardma.routine.RunLayout#FUEL_AT}. */
    int FUEL_OF_CODE = 68_000;

    /** It stopped at an instruction that it leaves to the interpreter. */
    int INTERPRET = -1;
    /** The same, and it can go on behind that instruction. */
    int INTERPRET_ONE = -3;
    /** It stopped because it has used its fuel, and can go on at once. */
    int AGAIN = -2;

    /**
     * Takes a run further.
     *
     * @param state where the run is, as {@link dev.spine.extension.ardma.routine.RunLayout} says; afterwards where it is then
     * @param area0 bytes of area 0, or null when they are left to the interpreter, as those of the others
     * @param area1 of area 1
     * @param area2 of area 2
     * @param area3 of area 3
     * @param area4 of area 4
     * @param area5 of area 5
     * @param area6 of area 6
     * @param area7 of area 7
     * @param scratch the scratch memory
     * @param routine the routine itself, for its data section
     * @param piece of the stream, or null when what is emitted is left to the interpreter
     * @return {@link #INTERPRET}, {@link #INTERPRET_ONE} or {@link #AGAIN}
     */
    int run(Buffer state, @Nullable Buffer area0, @Nullable Buffer area1, @Nullable Buffer area2, @Nullable Buffer area3,
        @Nullable Buffer area4, @Nullable Buffer area5, @Nullable Buffer area6, @Nullable Buffer area7, @Nullable Buffer scratch,
        @Nullable Buffer routine, @Nullable Buffer piece);
}
