/**
 * The specification that the code itself holds: every structure with its fields, every constant, and the names that the public headers of
 * the I2O SIG give them.
 *
 * <p>Nothing here says where a field lies or what a constant is worth: that stands once, in the layouts of {@link
 * dev.spine.i2o.message.catalogue.Catalogue}, {@link dev.spine.i2o.table.TableLayouts}, {@link dev.spine.i2o.sgl.SglLayouts}, {@link
 * dev.spine.i2o.param.ParameterListLayouts} and {@link dev.spine.i2o.param.ParameterGroups}, and in the classes that declare constants;
 * constants that no code uses stand in {@code constants.txt}. {@link dev.spine.i2o.spec.Structures} and {@link
 * dev.spine.i2o.spec.ConstantSets} list them, {@link dev.spine.i2o.spec.PublicNames} reads the file {@code public-names.txt} that says
 * which of them has which public name, and {@link dev.spine.i2o.spec.Specification} puts both together, line by line, for {@code spine
 * spec} and for tests.
 *
 * <p><b>To name a new structure or constant</b>, add a line to {@code public-names.txt}; its head explains the notation. A line that names
 * something that the code does not have is an error, which a test finds.
 *
 * <p>Everything is immutable, made on first use, and may be used from any thread; nothing here is for the data path.
 *
 * <p>Source of the names: the SIG headers 1.5 for messages, executive, utility, SCSI peripheral and bus adapter classes.
 */
@NullMarked
package dev.spine.i2o.spec;

import org.jspecify.annotations.NullMarked;
