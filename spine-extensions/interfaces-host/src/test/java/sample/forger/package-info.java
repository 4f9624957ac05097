/** An extension that sends other nodes what a test makes up. */
@org.jspecify.annotations.NullMarked
package sample.forger;
