/**
 * Files in TOML: what they say, and where in them a mistake is. {@link SystemFileException} is that of a system file, a machine profile or
 * a file of services alike: file, line, column, what is wrong and what to do.
 */
@NullMarked
package dev.spine.system.file;

import org.jspecify.annotations.NullMarked;
