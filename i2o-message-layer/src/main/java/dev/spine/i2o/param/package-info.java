/**
 * Parameter groups: the named values that every object of an IOP lets others read and set.
 *
 * <p><b>A group</b> is declared once, as a {@link dev.spine.i2o.param.ParameterGroup}: a scalar group is one row of fields, a table group
 * any number of rows. The groups of the architecture are constants in {@link dev.spine.i2o.param.GenericGroups},
 * {@link dev.spine.i2o.param.ExecutiveGroups} and {@link dev.spine.i2o.param.LanGroups}; a private class declares its own the same way.
 *
 * <p><b>A device</b> supplies values: it puts the groups that it has into a {@link dev.spine.i2o.param.ParameterSet}, each with a
 * {@link dev.spine.i2o.param.GroupValues}, for scalar groups most easily a {@link dev.spine.i2o.param.ScalarValues}.
 *
 * <p><b>A request</b> carries an operation list and a buffer for the result list. {@link dev.spine.i2o.param.ParameterAccess} runs the one
 * over a set and fills the other; it never throws because of what the list says. <b>An initiator</b> builds the list with
 * {@link dev.spine.i2o.param.OperationList} and reads the answer with {@link dev.spine.i2o.param.ResultList}.
 *
 * <p>Values on the wire are the fields one after the other without padding, whatever their alignment.
 *
 * <p>For control, not for the data path. A set and its access belong to one agent; declarations and values may be used from any thread.
 * Sources: I2O 1.5 parameter access; SIG utility, executive and LAN headers; the habits of Linux 2.4, Linux 2.6 and NetBSD.
 */
@NullMarked
package dev.spine.i2o.param;

import org.jspecify.annotations.NullMarked;
