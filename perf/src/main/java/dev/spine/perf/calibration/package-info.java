/**
 * What the machine at hand is like while something is measured, and where threads run that measure.
 *
 * <p>Two processors of a virtual machine are near each other or far apart, from minute to minute: {@link
 * dev.spine.perf.calibration.HopCalibration} measures it, and is printed beside each figure that two threads share in; {@link
 * dev.spine.perf.calibration.HopMode} is what figures of one kind have in common. {@link ThreadPlacement} gives
 * a thread its processor.
 *
 * <p>{@link dev.spine.perf.calibration.MachineMeasurement} measures what a profile of this machine needs, and {@link
 * dev.spine.perf.calibration.MeasuredProfile} writes it: what a unit of code takes, by code whose units the meter counts ({@link
 * dev.spine.perf.calibration.CodePrice}), copies, transfers between cards ({@link dev.spine.perf.calibration.LentMemory}), lists, waking
 * a thread, and a call of the operating system. None of it is of a workload.
 */
@NullMarked
package dev.spine.perf.calibration;

import org.jspecify.annotations.NullMarked;
