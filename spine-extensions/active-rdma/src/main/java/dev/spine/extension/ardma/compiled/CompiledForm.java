package dev.spine.extension.ardma.compiled;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.ardma.routine.RunLayout;
import org.jspecify.annotations.Nullable;

/** The service of a compiled routine; its version is the number by which the server's host names the form. The card's agent. */
public interface CompiledForm {
    /** Units of fuel that a call may use. */
    int FUEL_OF_CALL = 160_000;
    /** Of these, what may be given as {@link RunLayout#FUEL_AT}. */
    int FUEL_OF_CODE = 148_000;

    /** It stopped at an instruction that it leaves to the interpreter. */
    int INTERPRET = -1;
    /** The same, and it can go on behind that instruction. */
    int INTERPRET_ONE = -3;
    /** It stopped because it has used its fuel, and can go on at once. */
    int AGAIN = -2;
    /** The method that came in has returned; its value is the first slot. */
    int ENDED = -5;
    /** Areas, a bit each by their numbers in {@link RunLayout}, with which a run can {@link #begin}. */
    int FEW_AREAS = 1 | 1 << RunLayout.SCRATCH | 1 << RunLayout.DATA;

    /**
     * Takes a run further.
     *
     * @param state where the run is, as {@link RunLayout} says; afterwards where it is then
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
     * @return {@link #INTERPRET}, {@link #INTERPRET_ONE}, {@link #AGAIN} or {@link #ENDED}; with the last one of the state only the
     *     first slot, {@link RunLayout#STEPS_AT} and {@link RunLayout#EMITTED_AT} are there
     */
    int run(Buffer state, @Nullable Buffer area0, @Nullable Buffer area1, @Nullable Buffer area2, @Nullable Buffer area3,
        @Nullable Buffer area4, @Nullable Buffer area5, @Nullable Buffer area6, @Nullable Buffer area7, @Nullable Buffer scratch,
        @Nullable Buffer routine, @Nullable Buffer piece);

    /**
     * Begins a run of a form that uses no more than {@link #FEW_AREAS}, all of whose bytes are here, and takes it as far as {@link #run}
     * does. What goes in are numbers, which cost less than what is in a buffer.
     *
     * @param state for where the run is afterwards, as of {@link #run}
     * @param area0 the buffer of area 0, or null when it is not used, as those of the others
     * @param scratch all of the scratch memory
     * @param routine the routine itself
     * @param steps as {@link RunLayout#STEPS_AT}
     * @param moreSteps as {@link RunLayout#MORE_STEPS_AT}
     * @param place of area 0 in its buffer
     * @param bytes of area 0
     * @param writable how many of them may be written, or -1
     * @param dataAt where the data section is in the routine
     * @param dataBytes of the data section
     * @param slot0 the first slot of parameters
     * @param slot1 the second one, whatever it has when there are fewer
     * @param slot2 the third one
     * @param slot3 the fourth one
     * @param slot4 the fifth one
     * @param slot5 the sixth one
     * @return in the low 32 bits as {@link #run}, above them how many steps were not made
     */
    long begin(Buffer state, @Nullable Buffer area0, @Nullable Buffer scratch, @Nullable Buffer routine, int steps, long moreSteps,
        int place, int bytes, int writable, int dataAt, int dataBytes, long slot0, long slot1, long slot2, long slot3, long slot4,
        long slot5);
}
