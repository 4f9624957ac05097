package dev.spine.iop.engine.modelled;

/**
 * Bytes that entered a modelled run from outside, as recorded for replay. Immutable; any thread.
 *
 * @param eventNumber how many events had been executed before it entered
 * @param timePs when it entered, in picoseconds of virtual time
 * @param port the name under which its receiver was bound
 * @param bytes what entered; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent")
public record OutsideInput(long eventNumber, long timePs, String port, byte[] bytes) {}
