package dev.spine.extension.runtime.meter;

import java.lang.classfile.ClassModel;

/**
 * What the methods of one class share while it is metered.
 *
 * @param model the class
 * @param shape what its image declares
 * @param leaves the image's methods that charge nothing themselves
 * @param calls what the class calls
 * @param entries what its constant pool says of the account
 * @param countsBlocks whether its methods tell which of their blocks run
 */
record ClassContext(ClassModel model, ImageShape shape, Leaves leaves, Calls calls, AccountEntries entries, boolean countsBlocks) {}
