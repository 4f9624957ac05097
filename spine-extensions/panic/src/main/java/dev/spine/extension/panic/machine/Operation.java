package dev.spine.extension.panic.machine;

/** One linked instruction. An object for each: a machine that is one big switch pays for every case at every step. */
abstract class Operation {
    /** Does it. The machine has counted the step and goes on with the next operation, unless this says otherwise. */
    abstract void run(Machine machine);
}
