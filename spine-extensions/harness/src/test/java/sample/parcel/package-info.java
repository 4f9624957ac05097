/** Two that send each other data in turn. */
@org.jspecify.annotations.NullMarked
package sample.parcel;
