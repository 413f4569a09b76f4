exports.weigh = (parcel) => parcel.items.reduce((sum, { grams }) => sum + grams, 0);
