package dev.spine.extension.ardma.routine;

/** One decoded instruction of a method; an object for each, since a machine that were a switch would pay for each case at each step. */
abstract class Instruction {
    /** Where it is in its method's code. */
    int offset;

    /** Does it. The machine has counted its step, and goes on with the next instruction unless this says otherwise. */
    abstract void run(Machine machine);
}
