package dev.spine.iop.engine.live;

/** Keeps two cache lines free before the fields of {@link DutyCycle}: they are written in every cycle, and no neighbour shall notice. */
@SuppressWarnings("UnusedVariable")
abstract class LinesBeforeDutyCycle {
    long before00;
    long before01;
    long before02;
    long before03;
    long before04;
    long before05;
    long before06;
    long before07;
    long before10;
    long before11;
    long before12;
    long before13;
    long before14;
    long before15;
    long before16;
    long before17;
}

/** What a live thread writes in every cycle, on lines of its own. */
abstract class DutyCycleFields extends LinesBeforeDutyCycle {
    /** Twice the number of completed cycles, plus 1 while parked; written by the thread, read by fences. */
    volatile long published;
    /** Somebody wants something: a stop, a call, a condition that waits. Written by anybody, read once per cycle. */
    volatile boolean attention;
    /** The clock reading of this cycle, or {@link LiveThread#UNREAD}. */
    long cycleTimeNs;
    /** Twice the number of completed cycles. */
    long cycle;
    /** The cycle in which the last fence before DMA was done. */
    long fencedCycle = -1;
    /** Position of the agent that is being called, or -1; for the report of a defect. */
    int running = -1;
    /** How many deliveries of this thread's agents are held. */
    int held;
    /** The earliest time at which an agent asked for a step in this cycle. */
    long wakeNs;
    /** How many cycles in a row did no work. */
    long idleCycles;
    /** Cycles until the next one that is timed. */
    int untilTimed = 1;
    /** State of the generator that chooses which cycles are timed. */
    int timedChoice = 0x2545F491;
}

/** Keeps two cache lines free after the fields of {@link DutyCycleFields}. */
@SuppressWarnings("UnusedVariable")
abstract class DutyCycle extends DutyCycleFields {
    long after00;
    long after01;
    long after02;
    long after03;
    long after04;
    long after05;
    long after06;
    long after07;
    long after10;
    long after11;
    long after12;
    long after13;
    long after14;
    long after15;
    long after16;
    long after17;
}
